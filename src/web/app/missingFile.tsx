/**
 * What happens when a file of the app cannot be loaded. While the server is unreachable, it is loaded again and again. If the
 * server responds and has no such file, the server has been upgraded since this page was opened: the page must be reloaded. It
 * reloads itself only in place of a screen that the user just asked for, and only while no uploads are listed; otherwise it
 * asks the user to (decision 785).
 *
 *   loadAgain
 *   ScreenFailed, AppFailed   are loaded with it
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../api/queryClient.ts';
import { reloadPage } from '../api/restartPage.ts';
import { HEALTH_QUERY, LOST_INTERVAL_MS } from '../api/serverAnswers.ts';
import { uploads } from '../api/uploads.ts';
import { newVersionTexts as texts } from '../texts/newVersion.ts';
import { LoadingBar } from '../ui/LoadingBar.tsx';
import { useNotify } from '../ui/Notices.tsx';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { useTitle } from '../ui/useTitle.ts';

export { AppFailed, ScreenFailed } from './ScreenFailed.tsx';

/** in sessionStorage: the script of the page that reloaded itself last */
const RELOADED_KEY = 'lacquer-reloaded';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the server responds. @returns whether it was unreachable */
async function waitForServer(): Promise<boolean> {
  for (let wasLost = false; ; wasLost = true) {
    // The banner uses the same query.
    await queryClient.refetchQueries({ queryKey: HEALTH_QUERY.queryKey });
    if (queryClient.getQueryState(HEALTH_QUERY.queryKey)?.status !== 'error') return wasLost;
    await pause(LOST_INTERVAL_MS);
  }
}

/** Loads a file once more after the server was unreachable. @returns undefined: the server responds and has no such file */
async function tryAgain<Module>(load: () => Promise<Module>): Promise<{ module: Module } | undefined> {
  for (;;) {
    const wasLost = await waitForServer();
    try {
      // Also if the server was never found lost: it may have come back since the first attempt.
      return { module: await load() };
    } catch {
      // The server answers without it, or is lost and asked again.
      if (!wasLost) return undefined;
    }
  }
}

/** @param standIn as in `loadFile` */
export async function loadAgain<Module>(
  load: () => Promise<Module>,
  standIn: { readonly name: PropertyKey; readonly screen: boolean } | undefined,
): Promise<Module> {
  const result = await tryAgain(load);
  if (result) return result.module;
  if (!standIn) throw new Error(texts.reason);
  return { [standIn.name]: standIn.screen ? MissingScreen : MissingPart } as Module;
}

/** A version reloads itself once: a file that is missing from the server would otherwise reload the page for ever. */
function decide(): 'asks' | 'reloads' | 'fails' {
  if (uploads.entries().length > 0) return 'asks';
  const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';
  if (sessionStorage.getItem(RELOADED_KEY) === script) return 'fails';
  sessionStorage.setItem(RELOADED_KEY, script);
  return 'reloads';
}

function MissingScreen() {
  const isUnderWay = useSyncExternalStore(uploads.subscribe, uploads.isUnderWay);
  const [decision] = useState(decide);
  const reloads = decision === 'reloads';
  const { heading, explanation } = decision === 'fails' ? texts.missing : texts.updated;
  useTitle(reloads ? '' : heading);
  useEffect(() => {
    // The address is already that of the screen.
    if (reloads) reloadPage(texts.reloaded);
  }, [reloads]);
  if (reloads) return <LoadingBar label={texts.reloading} />;
  return (
    <Box sx={{ p: 6, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 1, textAlign: 'center' }}>
      <ScreenHeading>{heading}</ScreenHeading>
      <Typography color="textSecondary" sx={{ mb: 1, maxWidth: 560 }}>
        {explanation} {isUnderWay && texts.uploads}
      </Typography>
      <Button variant="contained" size="medium" onClick={() => window.location.reload()}>
        {texts.reload}
      </Button>
    </Box>
  );
}

/** In place of a dialog or a panel: the screen below it keeps what the user typed. */
function MissingPart() {
  const notify = useNotify();
  useEffect(() => {
    const { href } = window.location;
    const link = { label: texts.reload, href, follow: () => window.location.reload() };
    notify('info', texts.reason, { about: RELOADED_KEY, link });
  }, [notify]);
  return null;
}
