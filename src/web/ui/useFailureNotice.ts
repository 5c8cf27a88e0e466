/**
 * Shows a notice once when a query fails, and writes the error to the console as well: there it keeps its stack and the
 * whole answer, for support. Calls that fail for the same reason share one notice. It disappears when the query
 * succeeds; while the server does not respond there is none, because the banner says so.
 *
 *   useFailureNotice
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId } from 'react';
import { isUnanswered, serverAnswers } from '../api/serverAnswers.ts';
import { ACTIONS, type Action } from '../texts/failures.ts';
import { failuresTogether, failureText, splitFailure } from './failure.ts';
import { useNotices } from './Notices.tsx';

/** @param action what could not be done, in the specification's words; or a function that writes the whole notice */
export function useFailureNotice(error: unknown, action: Action | ((error: unknown) => string)): void {
  const { notify, withdraw } = useNotices();
  const client = useQueryClient();
  const about = useId();
  const tell = useEffectEvent((failure: unknown) => {
    const isAction = typeof action === 'string';
    const text = isAction ? failureText(ACTIONS[action], failure) : action(failure);
    const { head, reason, request } = splitFailure(text, failure);
    const group = {
      kind: `failure ${reason}`,
      name: head,
      text: (heads: readonly string[]) => failuresTogether(heads, `${reason}${request}`),
    };
    notify('error', text, { about, group });
    console.error(isAction ? ACTIONS[action] : text, failure);
  });
  useEffect(() => {
    if (!error) return withdraw(about);
    if (!isUnanswered(error)) return tell(error);
    let over = false;
    void serverAnswers(client).then((answers) => {
      if (answers && !over) tell(error);
    });
    return () => {
      over = true;
    };
  }, [error, about, client, withdraw]);
}
