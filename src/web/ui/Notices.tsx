/**
 * Notices: top right, 12 pixels from both edges, 10 apart, at most 7. Each stays until it is dismissed, alone or with all
 * others, or until what it reports is over. They cover nothing: the page leaves space for them, at the right of a wide
 * window and at the top of a narrow one, where only the newest is open (decision 620).
 *
 *   NoticeProvider
 *   useNotify    shows a notice
 *   useNotices   shows notices and removes them
 */
import type { AlertColor } from '@mui/material/Alert';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { NoticeStack } from './NoticeStack.tsx';
import { type Notice, type NoticeOptions, withNotice, without } from './noticeList.ts';

export type Notify = (severity: AlertColor, text: string, options?: NoticeOptions) => void;
interface NoticeCalls {
  notify: Notify;
  /** Removes the notices about a thing that is over. */
  withdraw: (about: string) => void;
  /** Removes all notices, because the user has changed. */
  clear: () => void;
}

const Context = createContext<NoticeCalls>({ notify: () => {}, withdraw: () => {}, clear: () => {} });
export const useNotices = (): NoticeCalls => useContext(Context);
export const useNotify = (): Notify => useNotices().notify;

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const next = useRef(0);
  const calls = useMemo(
    (): NoticeCalls => ({
      notify: (severity, text, options = {}) => {
        next.current += 1;
        const id = next.current;
        setNotices((all) => withNotice(all, { id, severity, text, options }));
      },
      withdraw: (about) => setNotices((all) => without(all, about)),
      clear: () => setNotices([]),
    }),
    [],
  );
  return (
    <Context value={calls}>
      {children}
      <NoticeStack
        notices={notices}
        onDismiss={(id) => setNotices((list) => list.filter((other) => other.id !== id))}
        onDismissAll={calls.clear}
      />
    </Context>
  );
}
