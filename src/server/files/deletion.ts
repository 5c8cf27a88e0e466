/**
 * What deleting a path would do, before it is done.
 *
 *   deletionOf      @throws ApiError 404 for what is not there
 */
import { AREAS, type FileDeletion } from '../../contract/index.ts';
import { parseTreePath, type TreePath } from '../../engine/treePaths.ts';
import { findRef, listRefs } from '../catalogue/refs.ts';
import { takersOf } from '../catalogue/takers.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { notFound } from '../platform/http/errors.ts';
import { entriesOf, openTree, type TreeStores } from './tree.ts';

export async function deletionOf(
  stores: TreeStores,
  globalConfigs: OpenGlobalConfigs,
  parts: readonly string[],
): Promise<FileDeletion> {
  const { database, snapshots } = stores;
  const unknown = () => notFound('unknown-path', `There is no file or folder /${parts.join('/')}.`);
  const single = (sets: number): FileDeletion => ({ files: 1, wholly: true, elsewhere: [], takenBy: [], sets });

  async function content({ area, kind, key, below }: Extract<TreePath, { is: 'content' }>): Promise<FileDeletion> {
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
      wholly: files === all.length,
      elsewhere: refs.filter(([one, other]) => one !== area && other).map(([one]) => one),
      takenBy: kind === 'dis' ? await takersOf({ database, globalConfigs }, area, key) : [],
      sets: sets.length,
    };
  }

  const place = parseTreePath(parts);
  if (!place || place.is === 'fixed') throw unknown();
  if (place.is === 'content') return content(place);
  if (!(await openTree(stores).file(parts))) throw unknown();
  return single(place.is === 'config' ? (await listRefs(database, place.area, 'dis')).length : 0);
}
