/**
 * Screens are loaded when they are first opened. When the server is lost just then, the router's own way would load the
 * page anew, into the browser's error page; ours waits until the server answers.
 *
 *   lazyRouteComponent   as the router's
 */
import { lazyRouteComponent as routersOwn } from '@tanstack/react-router';
import { queryClient } from '../api/queryClient.ts';
import { HEALTH, LOST } from './ServerLost.tsx';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const patient =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        // The banner asks with this; when the server does answer, the screen's file is gone: a newer Lacquer is there.
        await queryClient.refetchQueries({ queryKey: HEALTH });
        if (queryClient.getQueryState(HEALTH)?.status !== 'error') throw error;
        await pause(LOST);
      }
    }
  };

export const lazyRouteComponent: typeof routersOwn = (importer, exportName) =>
  routersOwn(patient(importer), exportName);
