/**
 * Notices: top right, 12 pixels from both edges, 10 apart, at most 7. Each stays until it is dismissed, alone or with all
 * others, or until what it reports is over. They cover nothing: the page leaves space for them, at the right of a wide
 * window and at the top of a narrow one, where only the newest is open (decision 620).
 *
 *   NoticeProvider
 *   useNotify    shows a notice
 *   useNotices   shows notices and removes them
 */
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { NOTICES_ABOVE, NOTICES_BESIDE, NOTICES_WIDTH, ROOM_ABOVE } from '../app/noticeRoom.ts';
import { noticeTexts as texts } from '../texts/failures.ts';
import { FailureText } from './FailureText.tsx';
import { CloseIcon } from './icons/Close.tsx';
import {
  NOTICE_LIMIT,
  type Notice,
  type NoticeOptions,
  noticeLink,
  noticeText,
  withNotice,
  without,
} from './noticeList.ts';
import { formatNumber } from './numbers.ts';

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

/** While there are notices, the page leaves space for them: their height is a style property, their width is fixed. */
function useRoom(): (stack: HTMLElement | null) => (() => void) | undefined {
  return useCallback((stack) => {
    if (!stack) return undefined;
    const root = document.documentElement;
    root.dataset['notices'] = '';
    const observer = new ResizeObserver(() => root.style.setProperty(ROOM_ABOVE, `${stack.offsetHeight + 24}px`));
    observer.observe(stack);
    return () => {
      observer.disconnect();
      delete root.dataset['notices'];
      root.style.removeProperty(ROOM_ABOVE);
    };
  }, []);
}

const NARROW = NOTICES_ABOVE.replace('@media ', '');

/** Whether the notices are above the page, where only the newest is open. */
const useIsAbove = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia?.(NARROW);
      query?.addEventListener('change', listener);
      return () => query?.removeEventListener('change', listener);
    },
    () => window.matchMedia?.(NARROW).matches ?? false,
  );

function NoticeStack({
  notices,
  onDismiss,
  onDismissAll,
}: {
  notices: readonly Notice[];
  onDismiss: (id: number) => void;
  onDismissAll: () => void;
}) {
  const room = useRoom();
  const [open, setOpen] = useState(false);
  const above = useIsAbove();
  const limited = notices.slice(0, NOTICE_LIMIT);
  const waiting = notices.length - limited.length;
  const shown = above && !open ? limited.slice(0, 1) : limited;
  return (
    <Box component="section" aria-label={texts.region} sx={{ display: 'contents' }}>
      {notices.length > 0 && (
        <Box
          ref={room}
          data-screen-only
          sx={{
            position: 'fixed',
            top: 12,
            right: 12,
            zIndex: 'snackbar',
            display: 'flex',
            flexDirection: 'column',
            gap: '10px',
            maxHeight: 'calc(100vh - 24px)',
            overflow: 'auto',
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
            [NOTICES_BESIDE]: { width: NOTICES_WIDTH },
            [NOTICES_ABOVE]: {
              width: 'min(440px, calc(100vw - 24px))',
              maxHeight: '50vh',
            },
          }}
        >
          {shown.map((notice) => (
            <NoticeAlert key={notice.id} notice={notice} onDismiss={() => onDismiss(notice.id)} />
          ))}
          {notices.length > 1 && (
            <Box sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 1 }}>
              {waiting > 0 && (
                <Box component="span" sx={{ fontSize: '0.75rem', mr: 'auto' }}>
                  {texts.waiting(waiting)}
                </Box>
              )}
              {above && (
                <Button aria-expanded={open} onClick={() => setOpen(!open)} sx={{ bgcolor: 'background.paper' }}>
                  {open ? texts.showNewest : texts.showAll(limited.length)}
                </Button>
              )}
              <Button onClick={onDismissAll} sx={{ bgcolor: 'background.paper' }}>
                {texts.dismissAll}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
}

function NoticeAlert({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const link = noticeLink(notice);
  return (
    <Alert
      severity={notice.severity}
      variant="standard"
      role={notice.severity === 'error' ? 'alert' : 'status'}
      action={
        <IconButton size="small" color="inherit" aria-label={texts.dismiss} title={texts.dismiss} onClick={onDismiss}>
          <CloseIcon fontSize="small" />
        </IconButton>
      }
      sx={{
        flex: 'none',
        boxShadow: 2,
        px: 1.25,
        '& .MuiAlert-icon': { mr: 1 },
        '& .MuiAlert-message': { flex: 1 },
        '& .MuiAlert-action': { pl: 0.5 },
      }}
    >
      <FailureText text={noticeText(notice)} />
      {link && (
        // The library's link would enlarge the first load.
        <Box
          component="a"
          href={link.href}
          sx={{ display: 'block', color: 'inherit', width: 'fit-content', fontWeight: 600 }}
          onClick={(event: MouseEvent) => {
            // With one of these keys the browser opens the link in another tab or window.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            link.follow();
          }}
        >
          {link.label}
        </Box>
      )}
      {notice.count > 1 && (
        <Box component="span" sx={{ ml: 1, fontWeight: 700 }}>
          × {formatNumber(notice.count)}
        </Box>
      )}
    </Alert>
  );
}
