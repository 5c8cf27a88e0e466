/**
 * Derived forms of pictures that nothing needs.
 *
 *   deleteForms
 */
import { ageLimits, type GarbageOptions, PAGE, pagesOf } from './options.ts';
import type { Needed } from './snapshots.ts';

/**
 * Deletes old forms whose picture nothing needs, or whose kind is outdated. Adds the blobs of the others to `needed`.
 * @returns how many were deleted
 */
export async function deleteForms(options: GarbageOptions, needed: Needed): Promise<number> {
  const { database, isOutdated, dryRun, signal } = options;
  const before = ageLimits(options).grace;
  const kinds = await database.background.selectFrom('derived').select('kind').distinct().execute();
  let deleted = 0;
  for (const { kind } of kinds) {
    const next = (after: { sha256: string } | undefined) =>
      database.background
        .selectFrom('derived')
        .select('sha256')
        .$if(dryRun ?? false, (query) => query.select('blob'))
        .where('kind', '=', kind)
        .where('sha256', '>', after?.sha256 ?? '')
        .where('createdAt', '<', before)
        .orderBy('sha256')
        .limit(PAGE)
        .execute();
    for await (const page of pagesOf(next, signal)) {
      const isUnused = ({ sha256 }: { sha256: string }) => isOutdated(kind) || !needed.contents.has(sha256);
      const unused = page.filter(isUnused).map(({ sha256 }) => sha256);
      deleted += unused.length;
      if (dryRun) for (const form of page) if (form.blob !== undefined && !isUnused(form)) needed.blobs.add(form.blob);
      if (dryRun || unused.length === 0) continue;
      await database.transaction((trx) =>
        trx
          .deleteFrom('derived')
          .where('kind', '=', kind)
          .where('createdAt', '<', before)
          .where('sha256', 'in', unused)
          .execute(),
      );
    }
  }
  // After deleting, the blobs of all remaining forms are needed. A dry run adds the young ones, which it did not see above.
  const blobsOfForms = (after: { blob: string } | undefined) =>
    database.background
      .selectFrom('derived')
      .select('blob')
      .distinct()
      .where('blob', '>', after?.blob ?? '')
      .$if(dryRun ?? false, (query) => query.where('createdAt', '>=', before))
      .orderBy('blob')
      .limit(PAGE)
      .execute();
  for await (const page of pagesOf(blobsOfForms, signal)) for (const { blob } of page) needed.blobs.add(blob);
  return deleted;
}
