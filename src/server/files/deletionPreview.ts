/**
 * What deleting a path would remove and affect, shown before the user confirms.
 *
 *   previewDeletion      @throws ApiError 404 if there is no such file or folder
 */
import { AREAS, type FileDeletionPreview } from '../../contract/index.ts';
import { parseTreePath, type TreePath } from '../../engine/treePaths.ts';
import { setsRedirectedTo } from '../catalogue/redirectedSets.ts';
import { findRef, listRefs } from '../catalogue/refs.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { notFound } from '../platform/http/errors.ts';
import { readSnapshotFiles } from './snapshotFiles.ts';
import { openTree, type TreeStores } from './tree.ts';

export async function previewDeletion(
  stores: TreeStores,
  globalConfigs: GlobalConfigStore,
  parts: readonly string[],
): Promise<FileDeletionPreview> {
  const { database, snapshots } = stores;
  const unknown = () => notFound('unknown-path', `There is no file or folder /${parts.join('/')}.`);
  const ofOneFile = (sets: number): FileDeletionPreview => ({
    files: 1,
    removesAll: true,
    otherAreas: [],
    redirectedBy: [],
    sets,
  });

  async function ofContent({
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
    const all = [...(await readSnapshotFiles(snapshots, ref.snapshotId)).keys()];
    const deleted = below.join('/');
    const files = all.filter((one) => deleted === '' || one === deleted || one.startsWith(`${deleted}/`)).length;
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

  const path = parseTreePath(parts);
  if (!path || path.is === 'fixed') throw unknown();
  if (path.is === 'content') return ofContent(path);
  if (!(await openTree(stores).find(parts))) throw unknown();
  return ofOneFile(path.is === 'config' ? (await listRefs(database, path.area, 'dis')).length : 0);
}
