/**
 * The catalogue as a caller sees it. Administrators see every set, even hidden ones. For everybody else a hidden set does not
 * exist: it is in no list and owns no version, and if a visible set borrows from it, its name is not shown.
 *
 *   CallerCatalogue, openCallerCatalogue
 *   PossibleSet
 */
import { AREA_NAMES, AREAS, type Area, type TargetNames } from '../../contract/index.ts';
import { SET_ID } from '../../engine/lcdv.ts';
import type { VersionMapping } from '../../engine/mapping.ts';
import type { VersionDeclaration } from '../../engine/meta.ts';
import { type Permissions, visibleAreas } from '../../engine/permissions.ts';
import { ApiError, conflict, notFound } from '../platform/http/errors.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { AreaRefs } from './areaRefs.ts';
import type { HiddenSets } from './hiddenSets.ts';
import type { ServedSet } from './servedSets.ts';

/** A set as an area would serve it. */
export interface PossibleSet {
  readonly set: ServedSet;
  /** disId -> snapshot, of the set and of those that it takes layers or rules from */
  readonly snapshots: ReadonlyMap<string, string>;
}

export interface CallerCatalogue {
  /** sorted */
  ids(area: Area): Promise<string[]>;
  /** @throws ApiError 404 for an unknown or hidden set */
  check(area: Area, disId: string): Promise<void>;
  /** @throws ApiError 404 for an unknown or hidden set, 409 for a redirect to a set that the area lacks */
  served(area: Area, disId: string): Promise<ServedSet>;
  /**
   * The set as the area would serve it with another content, with the area's redirects and profiles. Whether the user
   * may know of the set and of that content is for the calling code to check. @throws ApiError 409 for a redirect to a
   * set that the area lacks
   */
  wouldServe(area: Area, disId: string, snapshotId: string): Promise<PossibleSet>;
  /** @throws ApiError 404 */
  versionsOf(area: Area, disId: string): Promise<readonly VersionDeclaration[]>;
  /** which set each version of the area belongs to */
  mapping(area: Area): Promise<VersionMapping>;
  /** The set that a version belongs to. @throws ApiError 404 */
  ownerOf(area: Area, version: string): Promise<string>;
  /** Where a set takes layers and rules from; the set itself in place of a hidden one. */
  targetsOf(area: Area, disId: string, targets: TargetNames): Promise<TargetNames>;
  /** Whether any area that has the set shows it; if no area has it, whether Embargo would show it. */
  knows(disId: string): Promise<boolean>;
  /** Replaces the ids of hidden sets in a text. */
  redactHidden(text: string): Promise<string>;
  /**
   * Names of packs as the caller may read them: they may name a set that is hidden, or that only exists in an area
   * which the caller does not see. @returns each name with its replacement
   */
  redactNames(packs: readonly string[]): Promise<Map<string, string>>;
}

export interface CallerCatalogueParts {
  refs(area: Area): Promise<AreaRefs>;
  has(area: Area, disId: string): Promise<boolean>;
  hidden(area: Area): Promise<HiddenSets>;
  /** @param generation of the area, if it was read for this call. @throws ApiError 404, 409 */
  served(area: Area, disId: string, generation?: number): Promise<ServedSet>;
  wouldServe(area: Area, disId: string, snapshotId: string): Promise<PossibleSet>;
  versionsOf(area: Area, disId: string): Promise<readonly VersionDeclaration[]>;
  /** @param version of `hidden`; @param hidden sets that own no version */
  mapping(area: Area, version: string, hidden: ReadonlyMap<string, unknown>): Promise<VersionMapping>;
}

export const unknownSet = (area: Area, disId: string): ApiError =>
  notFound(
    'unknown-set',
    `There is no image set ${disId} in ${AREA_NAMES[area]}. The list of sets shows those that exist.`,
  );

const NOTHING_HIDDEN: HiddenSets = { version: 'all', sets: async () => new Map(), hides: () => false };

/** @param can the caller's permissions */
export function openCallerCatalogue(parts: CallerCatalogueParts, can: Permissions): CallerCatalogue {
  const { refs } = parts;
  const hidden = async (area: Area): Promise<HiddenSets> => (can.admin ? NOTHING_HIDDEN : parts.hidden(area));

  async function checkShown(area: Area, disId: string): Promise<HiddenSets> {
    const found = await hidden(area);
    if (found.hides(disId)) throw unknownSet(area, disId);
    return found;
  }

  async function knows(disId: string): Promise<boolean> {
    if (can.admin) return true;
    let exists = false;
    for (const area of AREAS) {
      if (!(await parts.has(area, disId))) continue;
      exists = true;
      if (!(await hidden(area)).hides(disId)) return true;
    }
    return !exists && !(await hidden('embargo')).hides(disId);
  }

  /** Whether the caller may read a set's name: testers without Embargo only if one of their areas shows the set. */
  async function mayName(disId: string): Promise<boolean> {
    if (can.upload || can.embargo) return knows(disId);
    for (const area of visibleAreas(can)) {
      if ((await parts.has(area, disId)) && !(await hidden(area)).hides(disId)) return true;
    }
    return false;
  }

  async function withoutUnknown(text: string, isKnown: (disId: string) => Promise<boolean>): Promise<string> {
    if (can.admin) return text;
    const found = [...new Set(text.match(SET_ID) ?? [])];
    const known = new Map(await Promise.all(found.map(async (id) => [id, await isKnown(id)] as const)));
    return text.replace(SET_ID, (id) => (known.get(id) === false ? 'another set' : id));
  }

  /** The missing set may be one that only Embargo has, so not every caller may read its name. */
  async function throwWithoutHiddenName(error: unknown, area: Area, disId: string): Promise<never> {
    if (!(error instanceof ApiError) || error.code !== 'redirect-target-missing' || can.admin) throw error;
    const missing = error.message.match(SET_ID)?.find((id) => id !== disId);
    const mayName = (can.upload || can.embargo) && (missing === undefined || (await knows(missing)));
    if (mayName) throw error;
    throw conflict(
      error.code,
      `The redirect of ${disId} leads to a set that ${AREA_NAMES[area]} does not have. Ask an administrator.`,
    );
  }

  const mapping = async (area: Area): Promise<VersionMapping> => {
    const { version, sets } = await hidden(area);
    return parts.mapping(area, version, await sets());
  };

  return {
    async ids(area) {
      const sets = await (await hidden(area)).sets();
      const ids: string[] = [];
      await eachInTurns((await refs(area)).refs, ({ key }) => {
        if (!sets.has(key)) ids.push(key);
      });
      return ids;
    },
    async check(area, disId) {
      await checkShown(area, disId);
      if (!(await parts.has(area, disId))) throw unknownSet(area, disId);
    },
    async served(area, disId) {
      const { generation } = await checkShown(area, disId);
      return parts
        .served(area, disId, generation)
        .catch((error: unknown) => throwWithoutHiddenName(error, area, disId));
    },
    wouldServe: (area, disId, snapshotId) =>
      parts.wouldServe(area, disId, snapshotId).catch((error: unknown) => throwWithoutHiddenName(error, area, disId)),
    async versionsOf(area, disId) {
      await checkShown(area, disId);
      return parts.versionsOf(area, disId);
    },
    mapping,
    async ownerOf(area, version) {
      const owner = (await mapping(area)).get(version)?.disId;
      if (owner !== undefined) return owner;
      throw notFound('unknown-version', `No image set of ${AREA_NAMES[area]} declares the version ${version}.`);
    },
    async targetsOf(area, disId, targets) {
      const { hides } = await hidden(area);
      const shown = Object.entries(targets).map(([what, source]: [string, string]) => [
        what,
        source !== disId && hides(source) ? disId : source,
      ]);
      return Object.fromEntries(shown) as unknown as TargetNames;
    },
    knows,
    redactHidden: (text) => withoutUnknown(text, knows),
    redactNames: async (packs) =>
      new Map(await Promise.all(packs.map(async (name) => [name, await withoutUnknown(name, mayName)] as const))),
  };
}
