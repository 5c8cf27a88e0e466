/**
 * Says once that a query failed, with the specification's action phrase, and to the console as well: there the error
 * keeps its stack and the whole answer, for whoever is asked to help.
 */
import { useEffect } from 'react';
import { ACTIONS, type Action } from '../texts/notices.ts';
import { failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';

export function useFailureNotice(error: unknown, action: Action): void {
  const notify = useNotify();
  useEffect(() => {
    if (!error) return;
    notify('error', failureText(ACTIONS[action], error));
    console.error(ACTIONS[action], error);
  }, [error, action, notify]);
}
