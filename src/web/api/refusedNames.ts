/**
 * The names of chosen files that no upload took, by the kind of upload.
 *
 *   createRefusedNames
 */

const NONE: readonly string[] = [];

export function createRefusedNames() {
  const names = new Map<string, readonly string[]>();
  return {
    /** @returns newest last; the same list while nothing changes */
    of: (kindId: string): readonly string[] => names.get(kindId) ?? NONE,
    add(kindId: string, more: readonly string[]): void {
      if (more.length > 0) names.set(kindId, [...new Set([...(names.get(kindId) ?? NONE), ...more])]);
    },
    /** @param kindId absent: of all kinds */
    clear(kindId?: string): void {
      if (kindId === undefined) names.clear();
      else names.delete(kindId);
    },
  };
}
