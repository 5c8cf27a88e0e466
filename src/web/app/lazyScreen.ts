/**
 * Screens are loaded when they are first opened. If the server is unreachable at that moment, the router would reload
 * the page and end on the browser's error page; this waits until the server responds.
 *
 *   lazyScreen   as the router's lazyRouteComponent
 */
import { lazyRouteComponent } from '@tanstack/react-router';
import { queryClient } from '../api/queryClient.ts';
import { HEALTH_QUERY } from '../api/serverAnswers.ts';
import { LOST_INTERVAL_MS } from './ServerLost.tsx';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const retryWhileLost =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        // The banner uses the same query. If the server does respond, a newer version is running that has other files.
        await queryClient.refetchQueries({ queryKey: HEALTH_QUERY.queryKey });
        if (queryClient.getQueryState(HEALTH_QUERY.queryKey)?.status !== 'error') throw error;
        await pause(LOST_INTERVAL_MS);
      }
    }
  };

export const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(retryWhileLost(importer), exportName);
