/**
 * Notices: top right, 12 from both edges, 10 apart, at most 7, each stays until it is dismissed. The same text again
 * counts up instead of stacking.
 *
 *   NoticeProvider, useNotify
 */
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { FailureWords } from './FailureWords.tsx';

interface Notice {
  id: number;
  severity: AlertColor;
  text: string;
  count: number;
}
export type Notify = (severity: AlertColor, text: string) => void;

const STACK_LIMIT = 7;
const Context = createContext<Notify>(() => {});
export const useNotify = (): Notify => useContext(Context);

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const next = useRef(0);
  const notify = useCallback<Notify>((severity, text) => {
    setNotices((list) => {
      const same = list.find((notice) => notice.text === text && notice.severity === severity);
      if (same) return list.map((notice) => (notice === same ? { ...same, count: same.count + 1 } : notice));
      next.current += 1;
      return [{ id: next.current, severity, text, count: 1 }, ...list].slice(0, STACK_LIMIT);
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
            <FailureWords text={notice.text} />
            {notice.count > 1 && (
              <Box component="span" sx={{ ml: 1, fontWeight: 700 }}>
                × {notice.count}
              </Box>
            )}
          </Alert>
        ))}
      </Stack>
    </Context>
  );
}
