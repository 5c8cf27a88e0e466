/**
 * The demo against the documented formats: names, XML, references between the files, a picture for every layer.
 * One angle is really drawn; the same code draws the others.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XmlDocument } from 'libxml2-wasm';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Entry, open } from 'yauzl';
import { isConditionError, parseCondition } from '../src/engine/conditionParser.ts';
import { featuresIn } from '../src/engine/conditions.ts';
import { compileConfiguration } from '../src/engine/configuration.ts';
import { matches } from '../src/engine/lcdv.ts';
import type { SetMeta } from '../src/engine/meta.ts';
import { GLOBAL_CONFIG_KINDS, parseGlobalConfigName } from '../src/engine/packNames.ts';
import { varied } from './big.ts';
import { carOf, Studio } from './drawing/scene.ts';
import { faults, faultyMeta, faultyPictures, faultySet } from './faults.ts';
import { type DemoModel, models } from './models/models.ts';
import { exteriorView, interior, type Pictures } from './pictures.ts';
import { readMeta } from './readMeta.ts';
import { globalFiles } from './xml/global.ts';
import { metaFiles } from './xml/meta.ts';
import { writePack } from './zip.ts';

const hatchback = models[0] as DemoModel;

/** Every feature that a condition names, in rules, features and standards. */
function named(meta: SetMeta): string[] {
  const conditions = [
    ...(['exterior', 'interior'] as const).flatMap(
      (v) => meta.rules[v]?.families.flatMap((f) => f.rules.map((r) => r.when)) ?? [],
    ),
    ...(meta.features?.categories.flatMap((c) => c.families.flatMap((f) => f.features.map((x) => x.when))) ?? []),
    ...(meta.features?.standards.map((s) => s.when) ?? []),
  ];
  return conditions.flatMap((text) => {
    if (text === undefined) return [];
    const condition = parseCondition(text);
    if (isConditionError(condition)) throw new Error(`${text}: does not parse`);
    return [...featuresIn([condition])];
  });
}

const declared = (meta: SetMeta) =>
  meta.features?.categories.flatMap((c) => c.families.flatMap((f) => f.features.map((x) => x.id))) ?? [];

describe.each(models)('the set $disId', (model) => {
  const meta = readMeta(metaFiles(model));

  it('declares five labelled versions or more, all of its pattern', () => {
    expect(meta.versions?.length).toBeGreaterThanOrEqual(5);
    for (const { id, label } of meta.versions ?? []) {
      expect(matches(model.disId, id), id).toBe(true);
      expect(label).not.toBe('');
    }
  });

  it('names declared features and layers only', () => {
    const known = new Set(declared(meta));
    expect(known.size).toBe(declared(meta).length);
    for (const id of [...named(meta), ...(meta.features?.standards.map((s) => s.feature) ?? [])])
      expect(known).toContain(id);
    for (const viewport of ['exterior', 'interior'] as const) {
      const layers = new Set(
        meta.layers[viewport]?.families.flatMap((f) => f.layers.map((l) => `${f.name}/${l.name}`)),
      );
      for (const family of meta.rules[viewport]?.families ?? [])
        for (const rule of family.rules) expect(layers).toContain(`${family.name}/${rule.layer}`);
    }
  });

  it('paints a layer of every family for every version and every single choice', () => {
    const configuration = compileConfiguration(meta);
    for (const { id } of meta.versions ?? []) {
      const offered = configuration.offeredFeatures(id, []).map((o) => o.featureId);
      expect(configuration.standardOptions(id, []).length).toBe(
        meta.features?.categories.flatMap((c) => c.families).length,
      );
      for (const chosen of [[], ...offered.map((f) => [f])]) {
        for (const viewport of ['exterior', 'interior'] as const) {
          const families = configuration.layersOfViewport(viewport, id, chosen).map((l) => l.family);
          expect(families, `${id} ${chosen}`).toEqual(meta.rules[viewport]?.families.map((f) => f.name));
        }
      }
    }
  });
});

describe('pictures', () => {
  let front: Pictures;
  beforeAll(async () => {
    front = await exteriorView(new Studio(), hatchback, carOf(hatchback.shape), '001');
  });

  it('are there for every declared layer, and for no other', async () => {
    const layers = readMeta(metaFiles(hatchback)).layers;
    const drawn = [...front.keys()].filter((p) => p.startsWith('001/'));
    expect(drawn.sort()).toEqual(
      layers.exterior?.families.flatMap((f) => f.layers.map((l) => `001/${l.name}.png`)).sort(),
    );
    const inside = [...(await interior('both')).keys(), ...(await interior('rhd')).keys()];
    const wanted = layers.interior?.families.flatMap((f) =>
      f.layers.flatMap((l) => (l.angles ?? ['001', '002', '003']).map((a) => `${a}/${l.name}.png`)),
    );
    expect(inside.sort()).toEqual(wanted?.sort());
  });

  it('cover the canvas, and are not empty', async () => {
    for (const [path, png] of front) {
      const { width, height, channels } = await sharp(Buffer.from(png)).metadata();
      expect([width, height, channels], path).toEqual(path.startsWith('thumb/') ? [320, 180, 4] : [1280, 720, 4]);
      expect((await sharp(Buffer.from(png)).stats()).channels[3]?.max, path).toBeGreaterThan(128);
    }
  });

  it('keep what they show when only their bytes are varied', async () => {
    const lamp = front.get('001/lights_led.png') as Uint8Array;
    const other = varied(lamp, 'another set');
    expect(Buffer.compare(lamp, other)).not.toBe(0);
    expect(await sharp(Buffer.from(other)).raw().toBuffer()).toEqual(await sharp(Buffer.from(lamp)).raw().toBuffer());
  });

  it('become a pack that any reader opens, the same bytes every time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lacquer-demo-'));
    try {
      const path = await writePack(join(folder, `image-ext-${hatchback.disId}.zip`), front);
      const again = await writePack(join(folder, 'again.zip'), front);
      expect(await readFile(again)).toEqual(await readFile(path));
      const names: string[] = [];
      await new Promise<void>((done, failed) => {
        open(path, {}, (error, zip) => {
          if (error) return failed(error);
          zip.on('entry', (entry: Entry) => names.push(String(entry.fileName)));
          zip.on('end', () => done());
          zip.on('error', failed);
        });
      });
      expect(names).toEqual([...front.keys()]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('of the faulty set have the faults that the list tells', async () => {
    const { common, lhd } = await faultyPictures(front);
    const layers = new Set(
      readMeta(faultyMeta()).layers.exterior?.families.flatMap((f) => f.layers.map((l) => l.name)),
    );
    const shown = new Set([...common.keys()].map((p) => p.replace(/^.*\/|\.png$/g, '')));
    const found = (kind: string) => faults.filter((f) => f.kind === kind).map((f) => f.layer);
    expect([...layers].filter((l) => !shown.has(l))).toEqual(found('layer-without-picture'));
    expect([...shown].filter((l) => !layers.has(l))).toEqual(found('picture-without-layer'));
    expect([...lhd.keys()]).toEqual(found('canvas-differs').map((l) => `001/${l}.png`));
    expect((await sharp(Buffer.from([...lhd.values()][0] as Uint8Array)).metadata()).width).not.toBe(1280);
  });
});

it('the faulty set parses, and asks for exactly the unknown features of the list', () => {
  const meta = readMeta(faultyMeta());
  const known = new Set(declared(meta));
  expect(named(meta).filter((id) => !known.has(id))).toEqual(
    faults.filter((f) => f.kind === 'unknown-feature').map((f) => f.feature),
  );
  for (const { id } of meta.versions ?? []) expect(matches(faultySet, id)).toBe(true);
  const configuration = compileConfiguration(meta);
  expect(configuration.standardOptions('1PP2F9QESFB0A0F4', []).map((s) => s.featureClass)).not.toContain('0M');
  expect(
    configuration.layersOfViewport('exterior', '1PP2F9QESFB0A0F4', ['0MM50NVH']).map((l) => l.family),
  ).not.toContain('body');
});

it('global configurations: one of each kind, well-formed', () => {
  const files = Object.entries(globalFiles());
  const kinds = files.map(([name]) => parseGlobalConfigName(name));
  expect(kinds.map((k) => ('kind' in k ? k.kind : k.error)).sort()).toEqual([...GLOBAL_CONFIG_KINDS].sort());
  for (const [, text] of files) expect(XmlDocument.fromString(text).root.name).not.toBe('');
});
