/**
 * What differs between two states of an image set (or static pack): pictures by path, and what the meta files declare, as
 * text that a person reads.
 *
 *   SetState, SetDiff
 *   diffSets
 *   metaTexts       a set's meta as labelled texts, in the order of the files
 */
import type { PictureChange, TextChange } from '../contract/contentDiff.ts';
import type { Feature, Layer, Resolution, SetMeta, ViewportProfile } from './meta.ts';

export interface SetState {
  readonly meta: SetMeta;
  /** path -> content hash */
  readonly pictures: ReadonlyMap<string, string>;
}

export interface SetDiff {
  /** sorted by path */
  readonly pictures: readonly PictureChange[];
  /** in the order of the files */
  readonly texts: readonly TextChange[];
}

type Texts = Map<string, { readonly file: string; readonly what: string; readonly text: string }>;

const words = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join(' · ');
const limits = ({ when, versions }: { when?: string; versions?: readonly string[] }): string =>
  words(when !== undefined && `when ${when}`, versions !== undefined && `versions ${versions.join(' ')}`);

const resolutionText = ({ name, width, height, angles }: Resolution): string =>
  `resolution ${words(name, `${width} x ${height}`, angles && `angles ${angles.join(' ')}`)}`;
const profileText = ({ angles, resolutions }: ViewportProfile): string =>
  [`angles ${angles.join(' ')}`, ...resolutions.map(resolutionText)].join('\n');
const featureText = (category: string, family: string, feature: Feature): string =>
  words(category, family, feature.label, feature.description, limits(feature));
const layerText = (family: string, position: number, { z, angles, drivers, description, order }: Layer): string =>
  words(
    family,
    `z ${z}`,
    `place ${position}`,
    angles && `angles ${angles.join(' ')}`,
    drivers?.join(' '),
    description,
    order &&
      Object.entries(order)
        .map(([angle, at]) => `z ${at} at ${angle}`)
        .join(', '),
  );
const numbered = (lines: readonly string[]): string => lines.map((line, i) => `${i + 1}. ${line}`).join('\n');

export function metaTexts(meta: SetMeta): Texts {
  const texts: Texts = new Map();
  const add = (file: string, what: string, text: string) => texts.set(`${file} ${what}`, { file, what, text });
  for (const viewport of ['exterior', 'interior'] as const) {
    const profile = meta.assetProfile?.[viewport];
    if (profile) add('asset-profile.xml', viewport, profileText(profile));
  }
  for (const { id, label } of meta.versions ?? []) add('versions.xml', `version ${id}`, label);
  for (const { name, families } of meta.features?.categories ?? []) {
    for (const { id, label, features } of families) {
      for (const feature of features) {
        add('features.xml', `feature ${feature.id}`, featureText(name, `${id} ${label}`.trim(), feature));
      }
    }
  }
  const standards = meta.features?.standards ?? [];
  if (standards.length > 0) {
    const lines = standards.map((standard) => words(standard.feature, limits(standard)));
    add('features.xml', 'standards', numbered(lines));
  }
  for (const [viewport, short] of [
    ['exterior', 'ext'],
    ['interior', 'int'],
  ] as const) {
    let position = 0;
    for (const { name, layers } of meta.layers[viewport]?.families ?? []) {
      for (const layer of layers) {
        position += 1;
        add(`layers-${short}.xml`, `layer ${layer.name}`, layerText(name, position, layer));
      }
    }
    for (const { name, rules } of meta.rules[viewport]?.families ?? []) {
      add(`rules-${short}.xml`, `family ${name}`, numbered(rules.map((rule) => words(rule.layer, limits(rule)))));
    }
  }
  return texts;
}

export function diffSets(before: SetState, after: SetState): SetDiff {
  const paths = new Set([...before.pictures.keys(), ...after.pictures.keys()]);
  const pictures = [...paths].sort().flatMap((path): PictureChange[] => {
    const [was, is] = [before.pictures.get(path), after.pictures.get(path)];
    if (was === is) return [];
    return [{ path, before: was ?? null, after: is ?? null }];
  });
  const [old, fresh] = [metaTexts(before.meta), metaTexts(after.meta)];
  const texts = [...new Map([...old, ...fresh])].flatMap(([key, { file, what }]): TextChange[] => {
    const [was, is] = [old.get(key)?.text, fresh.get(key)?.text];
    if (was === is) return [];
    return [{ file, what, before: was ?? null, after: is ?? null }];
  });
  return { pictures, texts: texts.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)) };
}
