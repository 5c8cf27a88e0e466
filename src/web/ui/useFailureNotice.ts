/** Says once that a query failed, with the specification's action phrase. */
import { useEffect } from 'react';
import { failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';

export function useFailureNotice(error: unknown, action: string): void {
  const notify = useNotify();
  useEffect(() => {
    if (error) notify('error', failureText(action, error));
  }, [error, action, notify]);
}
