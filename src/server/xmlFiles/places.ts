/**
 * Where something stands in a meta file that was read before. Runs in the thread of thread.ts.
 *
 *   placesOfProblems   of problems that a whole set has
 *   linesOfFindings    of findings of the quality report
 */
import type { Finding } from '../../engine/quality/findings.ts';
import type { SetProblem } from '../../engine/setProblems.ts';
import type { XmlPlace } from '../platform/xml/places.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { META_FORMATS } from './formats.ts';
import { named, readFormat } from './schemas.ts';

function openFile(fileName: string, bytes: Uint8Array) {
  const format = META_FORMATS.get(fileName);
  if (!format) throw new Error(`${fileName} is not a meta file`);
  return readFormat(format, bytes);
}

/** @returns for each problem; undefined where the file does not hold what it is about */
export function placesOfProblems(
  fileName: string,
  bytes: Uint8Array,
  problems: readonly Pick<SetProblem, 'family' | 'rule'>[],
): (XmlPlace | undefined)[] {
  const file = openFile(fileName, bytes);
  if (!file.root) return problems.map(() => undefined);
  const families = named(file.root, 'family');
  return problems.map(({ family, rule }) => {
    const node = families[family];
    if (node && rule === undefined) return file.placeOf(node, 'name');
    const found = node && named(node, 'rule')[rule ?? 0];
    return found && file.placeOf(found, 'layer');
  });
}

const called = (nodes: readonly XmlNode[], attribute: string, value: string | undefined) =>
  nodes.find((node) => node.attributes[attribute] === value);

/** The element that a finding is about: the closest one that its place names. */
function elementOf(root: XmlNode, { place, layer, viewport, angles, feature }: Finding): XmlNode | undefined {
  const [, ...steps] = place.split(', ');
  // The first blank parts the word from the name, which may have more.
  const step = (word: string) => steps.find((one) => one.startsWith(`${word} `))?.slice(word.length + 1);
  const family = step('family');
  if (family !== undefined) {
    const found = called(named(root, 'family'), 'name', family);
    const rule = step('rule');
    if (found && rule !== undefined) return named(found, 'rule')[Number(rule) - 1] ?? found;
    return (found && called(named(found, 'layer'), 'name', layer)) ?? found;
  }
  if (step('version') !== undefined) return called(named(root, 'version'), 'id', step('version'));
  if (step('feature') !== undefined) {
    const families = named(root, 'category').flatMap((category) => named(category, 'family'));
    return called(
      families.flatMap((one) => named(one, 'feature')),
      'id',
      step('feature'),
    );
  }
  const standards = named(root, 'standards');
  if (step('standard') !== undefined) {
    return standards
      .flatMap((one) => named(one, 'standard'))
      .find(
        ({ attributes }) =>
          attributes['feature'] === step('standard') && attributes['when']?.split(/[^A-Z0-9]+/).includes(feature ?? ''),
      );
  }
  if (steps[0] === 'standards') return standards[0];
  const profile = called(named(root, 'viewport'), 'name', viewport);
  if (!profile) return undefined;
  const resolution = called(named(profile, 'resolution'), 'name', step('resolution'));
  return resolution ?? called(named(profile, 'angle'), 'name', angles?.[0]) ?? profile;
}

/** @returns for each finding, counted from 1; undefined where the file does not hold what it is about */
export function linesOfFindings(
  fileName: string,
  bytes: Uint8Array,
  findings: readonly Finding[],
): (number | undefined)[] {
  const file = openFile(fileName, bytes);
  return findings.map((finding) => {
    const node = file.root && elementOf(file.root, finding);
    return node && file.root && file.placeOf(node).line;
  });
}
