/** Of the demo: the planted faults are all found, and nothing else is. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SetMeta } from '../src/engine/meta.ts';
import { makeQualityReport, reportText } from '../src/engine/quality/report.ts';
import { mergeMeta } from '../src/server/catalogue/imageSets.ts';
import { readMetaFile } from '../src/server/xmlFiles/metaReaders.ts';
import { views } from './drawing/scene.ts';
import { type Fault, faults, faultyLayers, faultyMeta, faultySet } from './faults.ts';
import { type DemoModel, models } from './models/models.ts';
import { borrowingMeta, borrowingSet, wholePack, wholeSet } from './oneLayer.ts';
import { metaFiles, profileFile } from './xml/meta.ts';

const FULL = { width: 1280, height: 720 };
const OWN = { exterior: { layers: true, rules: true }, interior: { layers: true, rules: true } };
const sizes = (paths: readonly string[], size = FULL) => new Map(paths.map((path) => [path, size]));
const none = { common: sizes([]), LHD: sizes([]), RHD: sizes([]) };

/** As delivery reads them; sets without a profile of their own have the global one, which says the same. */
const metaOf = (disId: string, files: Readonly<Record<string, string>>): SetMeta =>
  mergeMeta(
    Object.entries({ 'asset-profile.xml': profileFile(), ...files }).map(
      ([file, text]) => readMetaFile(file, Buffer.from(text), disId).meta,
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

  it('finds nothing in the set of whole cars, and nothing in the one that borrows from it', async () => {
    const [hatchback] = models as [DemoModel];
    const own = metaOf(hatchback.disId, metaFiles(hatchback));
    const blank = await sharp({ create: { ...FULL, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const drawn = Object.keys(views).flatMap((angle) =>
      (own.layers.exterior?.families ?? []).flatMap(({ layers }) =>
        layers.map(({ name }) => [`${angle}/${name}.png`, blank] as const),
      ),
    );
    const pack = await wholePack(new Map(drawn));
    const files = pack.map(([path, content]) => [path.replace(`${wholeSet}/`, ''), content] as const);
    const xml = files.filter((file): file is readonly [string, string] => file[0].endsWith('.xml'));
    const whole = metaOf(wholeSet, Object.fromEntries(xml));
    const exterior = {
      ...none,
      common: sizes(files.flatMap(([path]) => (path.startsWith('ext/') ? [path.slice('ext/'.length)] : []))),
    };
    expect(report(wholeSet, whole, { exterior, interior: none }).findings).toEqual([]);
    const borrowing = metaOf(borrowingSet, borrowingMeta(hatchback));
    const { findings } = makeQualityReport({
      disId: borrowingSet,
      meta: {
        ...borrowing,
        layers: { ...whole.layers, ...(own.layers.interior && { interior: own.layers.interior }) },
        rules: { ...whole.rules, ...(own.rules.interior && { interior: own.rules.interior }) },
      },
      profile: borrowing.assetProfile ?? {},
      pictures: { exterior, interior: { ...none, common: complete(own, 'interior') } },
      own: { exterior: { layers: false, rules: false }, interior: { layers: false, rules: false } },
      elsewhere: [],
    });
    expect(findings).toEqual([]);
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
