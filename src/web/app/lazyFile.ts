/**
 * Files of the app that are loaded when they are first needed. Loading fails while the server is unreachable, and for good
 * once the server has been upgraded: the files of this page are gone. `missingFile.tsx` handles both; it is loaded while the
 * page is idle, because later it would be gone, too; until then, an unreachable server is waited for here.
 *
 *   loadFile           a module
 *   lazyPart           a component within a page, such as a dialog
 *   fetchMissingFile   what handles failures
 */
import { type ComponentType, lazy } from 'react';

const LOST_INTERVAL_MS = 2000;

/**
 * Asks for this very file, gone or not: what checks the server otherwise would enlarge the first load. The browser has kept the
 * file, and would answer in the server's place.
 */
const serverAnswers = () =>
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

export const fetchMissingFile = () => import('./missingFile.tsx');

/** @param standIn the component that stands in for the missing one; absent: rejects with a reason for the user */
export async function loadFile<Module>(
  load: () => Promise<Module>,
  standIn?: { readonly name: PropertyKey; readonly screen: boolean },
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    for (;;) {
      // The server is lost: it is asked again below.
      const missing = await fetchMissingFile().catch(() => undefined);
      if (missing) return missing.loadAgain(load, standIn);
      // The server was upgraded before the page was idle, which is at its beginning: the router loads it anew.
      if (await serverAnswers()) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOST_INTERVAL_MS));
    }
  }
}

type Part<Component> = Component extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** As React's `lazy`, for an export with a name. If its file is gone, a notice says so, and what is shown stays. */
export const lazyPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await loadFile(load, { name, screen: false }))[name] as Part<Module[Name]> }));
