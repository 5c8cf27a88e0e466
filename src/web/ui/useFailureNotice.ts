/**
 * Shows a notice once when a query fails, and writes the error to the console as well: there it keeps its stack and the
 * whole answer, for whoever is asked to help.
 *
 *   useFailureNotice
 */
import { useEffect, useEffectEvent } from 'react';
import { ACTIONS, type Action } from '../texts/notices.ts';
import { failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';

/** @param action what could not be done, in the specification's words; or a function that writes the whole notice */
export function useFailureNotice(error: unknown, action: Action | ((error: unknown) => string)): void {
  const notify = useNotify();
  const tell = useEffectEvent((failure: unknown) => {
    const isAction = typeof action === 'string';
    const text = isAction ? failureText(ACTIONS[action], failure) : action(failure);
    notify('error', text);
    console.error(isAction ? ACTIONS[action] : text, failure);
  });
  useEffect(() => {
    if (error) tell(error);
  }, [error]);
}
