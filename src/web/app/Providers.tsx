/** What every screen needs around it: theme, styles with the page's nonce, the cache of answers, notices. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../api/queryClient.ts';
import { NoticeProvider } from '../ui/Notices.tsx';
import { theme } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache({ key: 'lq', ...(nonce && nonce !== '__NONCE__' ? { nonce } : {}) });

export function Providers({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" noSsr>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queryClient}>
          <NoticeProvider>{children}</NoticeProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
