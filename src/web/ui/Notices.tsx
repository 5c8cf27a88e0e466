/**
 * Notices: top right, 12 pixels from both edges, 10 apart, at most 7. Each stays until it is dismissed, alone or with all others. A text that comes again
 * is counted instead of repeated, and successes make way before errors do.
 *
 *   NoticeProvider, useNotify
 *   NoticeOptions
 */
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { FailureText } from './FailureText.tsx';
import { CloseIcon } from './icons/Close.tsx';
import { formatNumber } from './numbers.ts';

interface Notice {
  id: number;
  severity: AlertColor;
  text: string;
  count: number;
  options: NoticeOptions;
}
export interface NoticeOptions {
  /** what the notice is about: a newer one about the same thing replaces it */
  about?: string;
  /** leads to where one can act on it */
  link?: { label: string; href: string; follow: () => void };
}
export type Notify = (severity: AlertColor, text: string, options?: NoticeOptions) => void;

const STACK_LIMIT = 7;
const Context = createContext<Notify>(() => {});
export const useNotify = (): Notify => useContext(Context);

/** Keeps the newest, which come first. The oldest that is no error goes, or else the oldest. */
function limited(notices: readonly Notice[]): Notice[] {
  const [latest, ...others] = notices;
  if (!latest || notices.length <= STACK_LIMIT) return [...notices];
  const dropped = others.findLast(({ severity }) => severity !== 'error') ?? others.at(-1);
  return [latest, ...others.filter((notice) => notice !== dropped)];
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
        data-screen-only
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
        {notices.map((notice, index) => (
          <Alert
            key={notice.id}
            severity={notice.severity}
            variant="standard"
            role={notice.severity === 'error' ? 'alert' : 'status'}
            action={
              <>
                {index === 0 && notices.length > 1 && (
                  <Button size="small" color="inherit" onClick={() => setNotices([])}>
                    Dismiss all
                  </Button>
                )}
                <IconButton
                  size="small"
                  color="inherit"
                  aria-label="Dismiss"
                  title="Dismiss"
                  onClick={() => setNotices((list) => list.filter((other) => other.id !== notice.id))}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              </>
            }
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
        // With one of these keys the browser opens the link in another tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        follow();
      }}
    >
      {label}
    </Link>
  );
}
