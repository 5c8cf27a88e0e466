/** Says once that a query failed, with the specification's action phrase. */
import { useEffect } from 'react';
import { ACTIONS, type Action } from '../texts/notices.ts';
import { failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';

export function useFailureNotice(error: unknown, action: Action): void {
  const notify = useNotify();
  useEffect(() => {
    if (error) notify('error', failureText(ACTIONS[action], error));
  }, [error, action, notify]);
}
