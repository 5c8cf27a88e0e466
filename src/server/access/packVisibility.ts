/**
 * Which content a caller may see. Embargo testers and administrators see all of it, testers what their areas show, and
 * uploaders the packs that they uploaded. Calls declared as `ownContent` ask here and leave out the rest; for all other
 * calls, access decides by their declaration.
 *
 *   UploadKey, PackVisibility
 *   packVisibilityOf   which packs' content a caller may see
 *   WITHHELD           what an answer says when it leaves content out
 */
import type { Area } from '../../contract/index.ts';
import { seesArea } from '../../engine/permissions.ts';
import type { Caller } from '../handlers.ts';
import type { Database } from '../schema.ts';

/** One upload: another user may have uploaded the same name again. */
export interface UploadKey {
  readonly fileName: string;
  /** of the zip */
  readonly sha256: string;
}
export type PackVisibility = (pack: UploadKey) => boolean;

export const WITHHELD =
  'Content of Embargo is shown to embargo testers, to administrators, and to the uploader of the pack. You see only its counts.';

/** names per statement */
const NAMES_PER_STATEMENT = 500;
const keyOf = ({ fileName, sha256 }: UploadKey) => `${fileName} ${sha256}`;

/**
 * @param areas that show this content now
 * @param packs that the content came with; the returned function knows only these
 */
export async function packVisibilityOf(
  database: Database,
  { username, can }: Pick<Caller, 'username' | 'can'>,
  areas: readonly Area[],
  packs: readonly UploadKey[],
): Promise<PackVisibility> {
  if (can.embargo || areas.some((area) => seesArea(can, area))) return () => true;
  if (!can.upload) return () => false;
  const names = [...new Set(packs.map((pack) => pack.fileName))];
  const own = new Set<string>();
  for (let at = 0; at < names.length; at += NAMES_PER_STATEMENT) {
    const rows = await database.read
      .selectFrom('packs')
      .select(['fileName', 'sha256'])
      .where('uploadedBy', '=', username)
      .where('fileName', 'in', names.slice(at, at + NAMES_PER_STATEMENT))
      .execute();
    for (const row of rows) own.add(keyOf(row));
  }
  return (pack) => own.has(keyOf(pack));
}
