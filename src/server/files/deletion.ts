/**
 * What deleting a path would do, before it is done.
 *
 *   previewDeletion      @throws ApiError 404 for what is not there
 */
import { AREAS, type FileDeletionPreview } from '../../contract/index.ts';
import { parseTreePath, type TreePath } from '../../engine/treePaths.ts';
import { setsRedirectedTo } from '../catalogue/redirectedSets.ts';
import { findRef, listRefs } from '../catalogue/refs.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { notFound } from '../platform/http/errors.ts';
import { entriesOf, openTree, type TreeStores } from './tree.ts';

export async function previewDeletion(
  stores: TreeStores,
  globalConfigs: OpenGlobalConfigs,
  parts: readonly string[],
): Promise<FileDeletionPreview> {
  const { database, snapshots } = stores;
  const unknown = () => notFound('unknown-path', `There is no file or folder /${parts.join('/')}.`);
  const single = (sets: number): FileDeletionPreview => ({
    files: 1,
    removesAll: true,
    otherAreas: [],
    redirectedBy: [],
    sets,
  });

  async function content({
    area,
    kind,
    key,
    below,
  }: Extract<TreePath, { is: 'content' }>): Promise<FileDeletionPreview> {
    const refs = await Promise.all(
      AREAS.map(async (one) => [one, await findRef(database.read, one, kind, key)] as const),
    );
    const ref = refs.find(([one]) => one === area)?.[1];
    if (!ref) throw unknown();
    const all = [...(await entriesOf(snapshots, ref.snapshotId)).keys()];
    const path = below.join('/');
    const files = all.filter((one) => path === '' || one === path || one.startsWith(`${path}/`)).length;
    if (files === 0) throw unknown();
    const sets = await listRefs(database, area, 'dis');
    return {
      files,
      removesAll: files === all.length,
      otherAreas: refs.filter(([one, other]) => one !== area && other).map(([one]) => one),
      redirectedBy: kind === 'dis' ? await setsRedirectedTo({ database, globalConfigs }, area, key) : [],
      sets: sets.length,
    };
  }

  const place = parseTreePath(parts);
  if (!place || place.is === 'fixed') throw unknown();
  if (place.is === 'content') return content(place);
  if (!(await openTree(stores).file(parts))) throw unknown();
  return single(place.is === 'config' ? (await listRefs(database, place.area, 'dis')).length : 0);
}
