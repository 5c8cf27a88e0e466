/** Of the demo: the planted faults are all found, and nothing else is. */
import { describe, expect, it } from 'vitest';
import type { SetMeta } from '../src/engine/meta.ts';
import { makeQualityReport, reportText } from '../src/engine/quality/report.ts';
import { mergeMeta } from '../src/server/catalogue/imageSets.ts';
import { readMetaFile } from '../src/server/delivery/metaFiles.ts';
import { type Fault, faults, faultyLayers, faultyMeta, faultySet } from './faults.ts';
import { models } from './models/models.ts';
import { metaFiles, profileFile } from './xml/meta.ts';

const FULL = { width: 1280, height: 720 };
const OWN = { exterior: { layers: true, rules: true }, interior: { layers: true, rules: true } };
const sizes = (paths: readonly string[], size = FULL) => new Map(paths.map((path) => [path, size]));
const none = { common: sizes([]), LHD: sizes([]), RHD: sizes([]) };

/** As delivery reads them; sets without a profile of their own have the global one, which says the same. */
const metaOf = (disId: string, files: Readonly<Record<string, string>>): SetMeta =>
  mergeMeta(
    Object.entries({ 'asset-profile.xml': profileFile(), ...files }).map(
      ([file, text]) => readMetaFile(file, Buffer.from(text), disId).meta ?? {},
    ),
  );

const report = (disId: string, meta: SetMeta, pictures: Parameters<typeof makeQualityReport>[0]['pictures']) =>
  makeQualityReport({ disId, meta, profile: meta.assetProfile ?? {}, pictures, own: OWN, elsewhere: [] });

/** A picture for every layer that is declared. */
function complete(meta: SetMeta, viewport: 'exterior' | 'interior') {
  const angles = meta.assetProfile?.[viewport]?.angles ?? [];
  const layers = meta.layers[viewport]?.families.flatMap((family) => family.layers) ?? [];
  return sizes(layers.flatMap((layer) => (layer.angles ?? angles).map((angle) => `${angle}/${layer.name}.png`)));
}

describe('the quality report', () => {
  it.each(models)('finds nothing in $disId', (model) => {
    const meta = metaOf(model.disId, metaFiles(model));
    const pictures = {
      exterior: { ...none, common: complete(meta, 'exterior') },
      interior: { ...none, common: complete(meta, 'interior') },
    };
    expect(reportText(report(model.disId, meta, pictures))).toMatch(/No finding\.\n$/);
  });

  it('finds the planted faults, and nothing else', () => {
    const meta = metaOf(faultySet, faultyMeta());
    const common = sizes([
      ...['001', '002'].flatMap((angle) => faultyLayers.map((layer) => `${angle}/${layer}.png`)),
      '001/spoiler.png',
    ]);
    const lhd = sizes(['001/lights_led.png'], { width: 640, height: 360 });
    const { findings } = report(faultySet, meta, { exterior: { ...none, common, LHD: lhd }, interior: none });
    const found = findings.flatMap(({ kind, viewport, driver, angles, family, layer, feature }) =>
      (kind.startsWith('angle') ? (angles ?? []) : [undefined]).map((angle) => ({
        kind,
        viewport,
        driver,
        angle,
        layer,
        family: kind === 'picture-without-layer' || kind === 'canvas-differs' ? undefined : family,
        feature,
      })),
    );
    const planted = faults.map(({ kind, viewport, driver, angle, layer, family, feature }: Fault) => ({
      kind,
      viewport,
      driver,
      angle: kind.startsWith('angle') ? angle : undefined,
      layer,
      family,
      feature: kind === 'unknown-feature' ? feature : undefined,
    }));
    const text = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).sort();
    expect(text(found)).toEqual(text(planted));
    const body = findings.find(({ kind }) => kind === 'configuration-without-layer');
    expect(body?.example?.features).toContain('0MM50NVH');
  });
});
