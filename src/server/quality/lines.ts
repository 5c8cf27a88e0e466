/**
 * The lines that findings are about. The engine computes on what the meta files declare, where no line is kept, so the
 * files that findings name are read again, each once.
 *
 *   withLines
 */
import type { TargetNames } from '../../contract/index.ts';
import type { Finding, QualityReport } from '../../engine/quality/findings.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { META_FILES } from '../delivery/metaFiles.ts';
import { named, readFormat } from '../globalConfigs/schemas.ts';
import { storedBytes } from '../pictures/stored.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { XmlNode } from '../platform/xml/xml.ts';

const SOURCES: Readonly<Record<string, keyof TargetNames>> = {
  'layers-ext.xml': 'extLayerSourceDisId',
  'rules-ext.xml': 'extRulesSourceDisId',
  'layers-int.xml': 'intLayerSourceDisId',
  'rules-int.xml': 'intRulesSourceDisId',
};

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

export async function withLines(
  { snapshots, blobs }: { snapshots: Snapshots; blobs: Blobs },
  /** where the set takes its layers and rules from */
  targets: TargetNames,
  /** of a set of the area */
  snapshotOf: (disId: string) => string | undefined,
  report: QualityReport,
): Promise<QualityReport> {
  /** undefined: the set does not deliver this file itself */
  async function rootOf(file: string): Promise<XmlNode | undefined> {
    const format = META_FILES[file]?.format;
    const source = SOURCES[file];
    const snapshot = snapshotOf(source === undefined ? report.disId : targets[source]);
    if (!format || snapshot === undefined) return undefined;
    // Of two parts with one path the later one counts.
    for (const part of (await snapshots.contentOf(snapshot)).parts.toReversed()) {
      if (part.kind !== 'meta') continue;
      const manifest = await snapshots.manifestOf(part);
      const entry = manifest.entries.find(({ path }) => path === file);
      if (!entry) continue;
      const read = readFormat(format, await storedBytes(blobs, { ...entry, packSha256: manifest.packSha256 }));
      return 'root' in read ? read.root : undefined;
    }
    return undefined;
  }

  const roots = new Map<string, Promise<XmlNode | undefined>>();
  const findings = await Promise.all(
    report.findings.map(async (finding) => {
      const file = finding.place.split(', ')[0] ?? '';
      const known = roots.get(file) ?? rootOf(file);
      roots.set(file, known);
      const root = await known;
      const line = root && elementOf(root, finding)?.line;
      return line === undefined ? finding : { ...finding, line };
    }),
  );
  return { ...report, findings };
}
