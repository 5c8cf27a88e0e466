/**
 * `lacquer status`: which area shows what, for all sets or in detail for one.
 *
 *   status
 */
import { AREA_NAMES, AREAS, type ContentState, type ContentStates } from '../../../contract/index.ts';
import { connect } from './connection.ts';

const WORDS: Readonly<Record<ContentState, string>> = {
  same: 'same as Embargo',
  older: 'older',
  picturesOlder: 'pictures older',
  metaOlder: 'meta older',
  different: 'differs',
  absent: 'not there',
};

/** The other areas are compared with Embargo. */
const wordOf = (content: ContentStates, area: keyof ContentStates): string => {
  if (area !== 'embargo') return WORDS[content[area]];
  return content.embargo === 'absent' ? 'not there' : 'there';
};

/** Aligns columns. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * @returns the exit code
 * @throws NotConnected; ApiFailure, also for an unknown set
 */
export async function status(
  set: string | undefined,
  options: { url?: string; json?: true },
  signal: AbortSignal,
): Promise<number> {
  const { client, patiently } = await connect(options.url, signal);
  if (set === undefined) {
    const sets = await patiently((stop) => client.shortStatus({ signal: stop }));
    if (options.json) console.log(JSON.stringify(sets, null, 2));
    else {
      const head = ['SET', 'LAST UPLOAD', ...AREAS.map((area) => AREA_NAMES[area].toUpperCase())];
      const rows = sets.map(({ disId, lastModifiedDate, content, pendingAreas = [] }) => [
        disId,
        lastModifiedDate,
        ...AREAS.map((area) => `${wordOf(content, area)}${pendingAreas.includes(area) ? ', under way' : ''}`),
      ]);
      console.log(tableOf([head, ...rows]));
    }
    return 0;
  }
  const overview = await patiently((stop) => client.setOverview({ params: { id: set }, signal: stop }));
  if (options.json) console.log(JSON.stringify(overview, null, 2));
  else {
    for (const { area, since, who, packs } of overview.areas) {
      const word = overview.content ? `: ${wordOf(overview.content, area)}` : '';
      const pending = overview.pendingAreas?.includes(area) ? ', a change is under way' : '';
      console.log(`${AREA_NAMES[area]}${word}, since ${since}${who === null ? '' : ` by ${who}`}${pending}`);
      for (const { fileName, uploadedAt, uploadedBy } of packs) {
        const upload = uploadedAt === null ? '' : `, uploaded ${uploadedAt} by ${uploadedBy ?? 'somebody'}`;
        console.log(`  ${fileName}${upload}`);
      }
    }
  }
  return 0;
}
