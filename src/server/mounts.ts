/**
 * The addresses that a server answers at: one for each area that it shows, and the administration's.
 *
 *   ROOT        the administration address, which shows the content of Embargo
 *   openMounts  the mounts of a server, and those of each call
 */
import { AREAS, type Route } from '../contract/index.ts';
import type { Settings } from './config.ts';
import type { Mount } from './handlers.ts';

export const ROOT: Mount = { prefix: '', area: 'embargo', base: true };

/** @returns the mounts that a call is served at; none where this server does not serve it */
export function openMounts(areas: Settings['areas']): (route: Route) => readonly Mount[] {
  const mounts: readonly Mount[] = [
    ...(areas.includes('base') ? [ROOT] : []),
    ...AREAS.filter((area) => areas.includes(area)).map((area) => ({ prefix: `/${area}`, area, base: false })),
  ];
  const hasBase = mounts.includes(ROOT);
  return ({ everyProcess, areas: shown }) =>
    everyProcess && !hasBase ? [ROOT, ...mounts] : mounts.filter(({ base }) => base || shown !== undefined);
}
