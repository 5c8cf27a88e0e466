/**
 * Finds the places of problems and findings in a meta file. Runs in the thread of thread.ts.
 *
 *   placesOfProblems   of problems of a whole set
 *   linesOfFindings    of findings of the quality report
 */
import type { Finding } from '../../engine/quality/findings.ts';
import type { SetProblem } from '../../engine/setProblems.ts';
import type { XmlPlace } from '../platform/xml/places.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { META_FORMATS } from './formats.ts';
import { childrenOf, readFormat } from './schemas.ts';

function openFile(fileName: string, bytes: Uint8Array) {
  const format = META_FORMATS.get(fileName);
  if (!format) throw new Error(`${fileName} is not a meta file`);
  return readFormat(format, bytes);
}

/** @returns one for each problem; undefined if the file has nothing that it is about */
export function placesOfProblems(
  fileName: string,
  bytes: Uint8Array,
  problems: readonly Pick<SetProblem, 'family' | 'rule'>[],
): (XmlPlace | undefined)[] {
  const file = openFile(fileName, bytes);
  if (!file.root) return problems.map(() => undefined);
  const families = childrenOf(file.root, 'family');
  return problems.map(({ family, rule }) => {
    const node = families[family];
    if (node && rule === undefined) return file.placeOf(node, 'name');
    const found = node && childrenOf(node, 'rule')[rule ?? 0];
    return found && file.placeOf(found, 'layer');
  });
}

const findByAttribute = (nodes: readonly XmlNode[], attribute: string, value: string | undefined) =>
  nodes.find((node) => node.attributes[attribute] === value);

/** The element that a finding is about: the innermost one that its place names. */
function elementOf(root: XmlNode, { place, layer, viewport, angles, feature }: Finding): XmlNode | undefined {
  const [, ...steps] = place.split(', ');
  // The first space ends the word; the name after it may contain spaces.
  const step = (word: string) => steps.find((one) => one.startsWith(`${word} `))?.slice(word.length + 1);
  const family = step('family');
  if (family !== undefined) {
    const found = findByAttribute(childrenOf(root, 'family'), 'name', family);
    const rule = step('rule');
    if (found && rule !== undefined) return childrenOf(found, 'rule')[Number(rule) - 1] ?? found;
    return (found && findByAttribute(childrenOf(found, 'layer'), 'name', layer)) ?? found;
  }
  if (step('version') !== undefined) return findByAttribute(childrenOf(root, 'version'), 'id', step('version'));
  if (step('feature') !== undefined) {
    const families = childrenOf(root, 'category').flatMap((category) => childrenOf(category, 'family'));
    return findByAttribute(
      families.flatMap((one) => childrenOf(one, 'feature')),
      'id',
      step('feature'),
    );
  }
  const standards = childrenOf(root, 'standards');
  if (step('standard') !== undefined) {
    return standards
      .flatMap((one) => childrenOf(one, 'standard'))
      .find(
        ({ attributes }) =>
          attributes['feature'] === step('standard') && attributes['when']?.split(/[^A-Z0-9]+/).includes(feature ?? ''),
      );
  }
  if (steps[0] === 'standards') return standards[0];
  const profile = findByAttribute(childrenOf(root, 'viewport'), 'name', viewport);
  if (!profile) return undefined;
  const resolution = findByAttribute(childrenOf(profile, 'resolution'), 'name', step('resolution'));
  return resolution ?? findByAttribute(childrenOf(profile, 'angle'), 'name', angles?.[0]) ?? profile;
}

/** @returns one for each finding, from 1; undefined if the file has nothing that it is about */
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
