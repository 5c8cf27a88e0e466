/**
 * Adds line numbers to findings. The engine knows only what the meta files declare, not the lines, so the files that
 * findings name are read again, once each.
 *
 *   withLines
 */
import type { TargetNames } from '../../contract/index.ts';
import type { Finding, QualityReport } from '../../engine/quality/findings.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { readStoredFile } from '../catalogue/storedFiles.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { META_FORMATS } from '../xmlFiles/formats.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';

const SOURCES: Readonly<Record<string, keyof TargetNames>> = {
  'layers-ext.xml': 'extLayerSourceDisId',
  'rules-ext.xml': 'extRulesSourceDisId',
  'layers-int.xml': 'intLayerSourceDisId',
  'rules-int.xml': 'intRulesSourceDisId',
};

/**
 * @param targets where the set takes its layers and rules from
 * @param snapshotOf the snapshot id of a set in the area
 */
export async function withLines(
  { snapshots, blobs, xmlFiles }: { snapshots: Snapshots; blobs: Blobs; xmlFiles: XmlFiles },
  targets: TargetNames,
  snapshotOf: (disId: string) => string | undefined,
  report: QualityReport,
): Promise<QualityReport> {
  /** undefined: the set does not deliver this file itself */
  async function bytesOf(file: string): Promise<Buffer | undefined> {
    const source = SOURCES[file];
    const snapshot = snapshotOf(source === undefined ? report.disId : targets[source]);
    if (!META_FORMATS.has(file) || snapshot === undefined) return undefined;
    // If two parts have the file, the later one counts.
    for (const part of (await snapshots.contentOf(snapshot)).parts.toReversed()) {
      if (part.kind !== 'meta') continue;
      const manifest = await snapshots.manifestOf(part);
      const entry = manifest.entries.find(({ path }) => path === file);
      if (entry) return readStoredFile(blobs, { ...entry, pack: manifest.pack, packSha256: manifest.packSha256 });
    }
    return undefined;
  }

  const fileOf = ({ place }: Finding) => place.split(', ')[0] ?? '';
  const lines = new Map<Finding, number>();
  for (const [file, findings] of Map.groupBy(report.findings, fileOf)) {
    const bytes = await bytesOf(file);
    const found = bytes ? await xmlFiles.linesOf(file, bytes, findings) : [];
    for (const [i, line] of found.entries()) if (line !== undefined) lines.set(findings[i] as Finding, line);
  }
  const findings = report.findings.map((finding) => {
    const line = lines.get(finding);
    return line === undefined ? finding : { ...finding, line };
  });
  return { ...report, findings };
}
