/**
 * Waits until packs that were sent are live or refused.
 *
 *   Delivered, follow
 *   isSamePack   whether a server's pack is one that was sent
 */
import type { Pack, Problem } from '../../../contract/index.ts';
import type { Connection } from './connection.ts';
import type { ProgressLine } from './progressLine.ts';
import type { Receipt } from './sendPack.ts';

/** The outcome of a pack, as `--json` prints it. */
export interface Delivered extends Partial<Receipt> {
  fileName: string;
  /** `received`: stored, but not followed further. `replaced`: uploaded again or deleted since */
  state: 'received' | 'live' | 'refused' | 'replaced';
  problems: readonly Problem[];
  /** includes problems that are not listed */
  problemCount: number;
}

export const isSamePack = (pack: Pack, { fileName, sha256, lastModifiedDate }: Delivered): boolean =>
  pack.fileName === fileName && pack.sha256 === sha256 && pack.lastModifiedDate === lastModifiedDate;

function endOf(pack: Pack | undefined): Pick<Delivered, 'state' | 'problems' | 'problemCount'> {
  const { problems = [], problemCount = 0 } = pack ?? {};
  if (pack?.state === 'refused') return { state: 'refused', problems, problemCount };
  return { state: pack?.state === 'live' ? 'live' : 'replaced', problems: [], problemCount: 0 };
}

/** Waits until every pack is live or refused. @param onEnd called with each pack when it is */
export async function follow(
  { client, patiently }: Connection,
  sent: readonly Delivered[],
  onEnd: (pack: Delivered) => void,
  line: ProgressLine,
): Promise<Delivered[]> {
  const ended = new Map<Delivered, Delivered>();
  const reported = new Set<string>();
  const waiting = () => sent.filter((pack) => pack.state === 'received' && !ended.has(pack));
  let after: string | undefined;
  while (waiting().length > 0) {
    // Read the version before the list, so that no change is missed in between.
    const { cursor } = await patiently((signal) => client.jobChanges({ query: { after }, signal }));
    after = cursor;
    const since = waiting()
      .map(({ lastModifiedDate = '' }) => lastModifiedDate)
      .sort()[0];
    const packs = await patiently((signal) => client.packs({ query: { since }, signal }));
    for (const pack of waiting()) {
      const found = packs.find((one) => isSamePack(one, pack));
      if (found?.state === 'received' || found?.state === 'reading') {
        const { progress, waitsFor } = found;
        if (waitsFor !== undefined && !reported.has(`${pack.fileName} ${waitsFor}`)) {
          reported.add(`${pack.fileName} ${waitsFor}`);
          line.say(`${pack.fileName} waits: ${waitsFor}`);
        }
        line.show(() => `${pack.fileName} is being read${progress === undefined ? '' : `: ${progress} %`}`);
        continue;
      }
      const end = { ...pack, ...endOf(found) };
      ended.set(pack, end);
      line.clear();
      onEnd(end);
    }
  }
  line.clear();
  return sent.map((pack) => ended.get(pack) ?? pack);
}
