/**
 * Problems of a pack as they are stored. A pack can be refused because it contradicts what another pack of the same set
 * declares. The problem then quotes that other pack, which may be another user's.
 *
 *   PackProblem
 *   problemsSeen    as a caller may see them
 *   sortProblems    by entry, line and column
 */
import type { Problem } from '../../contract/index.ts';
import type { PackVisibility, UploadKey } from '../access/packVisibility.ts';

export interface PackProblem extends Problem {
  /** the pack that it quotes; absent: the refused pack itself */
  readonly from?: UploadKey;
}

/** @param sees the packs whose content the caller may see */
export const problemsSeen = (problems: readonly PackProblem[], sees: PackVisibility): Problem[] =>
  problems.map(({ from, ...problem }) =>
    from === undefined || sees(from)
      ? problem
      : {
          entry: problem.entry,
          reason: `The pack contradicts this file, which came with ${from.fileName}. Ask its uploader for details.`,
        },
  );

export const sortProblems = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted(
    (a, b) =>
      (a.entry < b.entry ? -1 : a.entry > b.entry ? 1 : 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
