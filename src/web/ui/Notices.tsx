/**
 * Notices: top right, 12 from both edges, 10 apart, at most 7, each stays until it is dismissed. The same text again
 * counts up instead of stacking, and a success is pushed out before an error is.
 *
 *   NoticeProvider, useNotify
 *   NoticeOptions
 */
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { FailureText } from './FailureText.tsx';
import { formatNumber } from './numbers.ts';

interface Notice {
  id: number;
  severity: AlertColor;
  text: string;
  count: number;
  options: NoticeOptions;
}
export interface NoticeOptions {
  /** what the notice is about: a newer one about the same takes its place */
  about?: string;
  /** where one can do something about it */
  link?: { label: string; href: string; follow: () => void };
}
export type Notify = (severity: AlertColor, text: string, options?: NoticeOptions) => void;

const STACK_LIMIT = 7;
const Context = createContext<Notify>(() => {});
export const useNotify = (): Notify => useContext(Context);

/** The latest first. The oldest that is no error leaves, else the oldest. */
function limited(notices: readonly Notice[]): Notice[] {
  const [latest, ...others] = notices;
  if (!latest || notices.length <= STACK_LIMIT) return [...notices];
  const goes = others.findLast(({ severity }) => severity !== 'error') ?? others.at(-1);
  return [latest, ...others.filter((notice) => notice !== goes)];
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const next = useRef(0);
  const notify = useCallback<Notify>((severity, text, options = {}) => {
    setNotices((all) => {
      const list = options.about === undefined ? all : all.filter((notice) => notice.options.about !== options.about);
      const same = list.find((notice) => notice.text === text && notice.severity === severity);
      if (same) return list.map((notice) => (notice === same ? { ...same, count: same.count + 1 } : notice));
      next.current += 1;
      return limited([{ id: next.current, severity, text, count: 1, options }, ...list]);
    });
  }, []);
  return (
    <Context value={notify}>
      {children}
      <Stack
        component="section"
        aria-label="Notices"
        spacing="10px"
        sx={{
          position: 'fixed',
          top: 12,
          right: 12,
          zIndex: 'snackbar',
          width: 'min(440px, calc(100vw - 24px))',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
        }}
      >
        {notices.map((notice) => (
          <Alert
            key={notice.id}
            severity={notice.severity}
            variant="standard"
            role={notice.severity === 'error' ? 'alert' : 'status'}
            closeText="Dismiss"
            onClose={() => setNotices((list) => list.filter((other) => other.id !== notice.id))}
            sx={{ boxShadow: 4 }}
          >
            <FailureText text={notice.text} />
            {notice.options.link && <NoticeLink link={notice.options.link} />}
            {notice.count > 1 && (
              <Box component="span" sx={{ ml: 1, fontWeight: 700 }}>
                × {formatNumber(notice.count)}
              </Box>
            )}
          </Alert>
        ))}
      </Stack>
    </Context>
  );
}

function NoticeLink({ link: { label, href, follow } }: { link: NonNullable<NoticeOptions['link']> }) {
  return (
    <Link
      href={href}
      color="inherit"
      sx={{ display: 'block', width: 'fit-content', fontWeight: 600 }}
      onClick={(event) => {
        // With a key held the browser opens it in a tab or window of its own.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        follow();
      }}
    >
      {label}
    </Link>
  );
}
