/**
 * Notices as the user sees them, with the space that the page leaves for them.
 *
 *   NoticeStack
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type MouseEvent, useCallback, useState, useSyncExternalStore } from 'react';
import { NOTICES_ABOVE, NOTICES_BESIDE, NOTICES_WIDTH, SPACE_ABOVE } from '../app/noticeSpace.ts';
import { noticeTexts as texts } from '../texts/failures.ts';
import { FailureText } from './FailureText.tsx';
import { CloseIcon } from './icons/Close.tsx';
import { NOTICE_LIMIT, type Notice, noticeLink, noticeText } from './noticeList.ts';
import { formatNumber } from './numbers.ts';

/** While there are notices, the page leaves space for them: their height is a style property, their width is fixed. */
function useReservedSpace(): (stack: HTMLElement | null) => (() => void) | undefined {
  return useCallback((stack) => {
    if (!stack) return undefined;
    const root = document.documentElement;
    root.dataset['notices'] = '';
    const observer = new ResizeObserver(() => root.style.setProperty(SPACE_ABOVE, `${stack.offsetHeight + 24}px`));
    observer.observe(stack);
    return () => {
      observer.disconnect();
      delete root.dataset['notices'];
      root.style.removeProperty(SPACE_ABOVE);
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

export function NoticeStack({
  notices,
  onDismiss,
  onDismissAll,
}: {
  notices: readonly Notice[];
  onDismiss: (id: number) => void;
  onDismissAll: () => void;
}) {
  const reserve = useReservedSpace();
  const [open, setOpen] = useState(false);
  const above = useIsAbove();
  const limited = notices.slice(0, NOTICE_LIMIT);
  const waiting = notices.length - limited.length;
  const shown = above && !open ? limited.slice(0, 1) : limited;
  return (
    <Box component="section" aria-label={texts.region} sx={{ display: 'contents' }}>
      {notices.length > 0 && (
        <Box
          ref={reserve}
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
