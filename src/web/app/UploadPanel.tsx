/**
 * The uploads below every screen, from waiting until they are live or refused, unless the open screen shows them itself.
 * Notices tell how each upload ended, and how the reading of each sent pack ended.
 */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { sentPackOf, sentPacks } from '../api/sentPacks.ts';
import { type UploadEntry, uploads } from '../api/uploads.ts';
import { failing } from '../texts/notices.ts';
import { uploadListTexts as texts } from '../texts/uploadList.ts';
import { failureText } from '../ui/failure.ts';
import { ExpandLessIcon } from '../ui/icons/ExpandLess.tsx';
import { ExpandMoreIcon } from '../ui/icons/ExpandMore.tsx';
import { joined } from '../ui/joinedNotices.ts';
import { useNotify } from '../ui/Notices.tsx';
import { UploadRow } from '../ui/UploadRow.tsx';
import { UploadSummary } from '../ui/UploadSummary.tsx';
import { SentPacks } from './SentPacks.tsx';
import { HEIGHT_BELOW } from './theme.ts';

/** Reports how each upload ended (section 4), and reloads what it changed. */
function useUploadNotices(): void {
  const notify = useNotify();
  const client = useQueryClient();
  useEffect(
    () =>
      uploads.onEnd((end) => {
        const { kind, file } = end.entry;
        const about = `upload ${kind.id} ${file.name}`;
        if ('answer' in end) {
          const pack = sentPackOf(end.answer.body);
          if (pack) sentPacks.add(pack);
          notify('success', end.answer.message, { about, together: joined(kind.joined, file.name) });
          if (kind.invalidates) for (const queryKey of kind.invalidates) void client.invalidateQueries({ queryKey });
          else void client.invalidateQueries();
        } else {
          notify('error', `${failureText(failing.upload(file.name), end.error)}${kind.detailsOf?.(end.error) ?? ''}`, {
            about,
            noLink: true,
          });
        }
      }),
    [notify, client],
  );
}

/** Publishes the panel's height in pixels, so that other elements can stick above it. */
function useHeightBelow(): (panel: HTMLElement | null) => (() => void) | undefined {
  return useCallback((panel) => {
    if (!panel) return undefined;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty(HEIGHT_BELOW, `${panel.offsetHeight}px`));
    observer.observe(panel);
    return () => {
      observer.disconnect();
      root.removeProperty(HEIGHT_BELOW);
    };
  }, []);
}

const isShown = (entry: UploadEntry) => entry.state !== 'chosen' && !uploads.isOnScreen(entry.kind.id);

export default function UploadPanel() {
  useUploadNotices();
  const entries = useSyncExternalStore(uploads.subscribe, uploads.entries).filter(isShown);
  const [open, setOpen] = useState(true);
  const router = useRouter();
  const below = useHeightBelow();
  const titles = new Map(entries.map(({ kind }) => [kind.address, kind.title]));
  return (
    <>
      <SentPacks />
      {entries.length > 0 && (
        <Box
          component="section"
          ref={below}
          aria-label={texts.panel}
          data-screen-only
          sx={{
            position: 'sticky',
            bottom: 0,
            zIndex: 'appBar',
            px: 2,
            py: 0.5,
            bgcolor: 'background.paper',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 2 }}>
            <UploadSummary entries={entries} />
            {[...titles].map(([address, title]) => (
              <Link
                key={address}
                href={address}
                variant="body2"
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                  event.preventDefault();
                  router.history.push(address);
                }}
              >
                {title}
              </Link>
            ))}
            <IconButton
              size="small"
              aria-expanded={open}
              aria-label={open ? texts.hideFiles : texts.showFiles}
              onClick={() => setOpen(!open)}
            >
              {open ? <ExpandMoreIcon fontSize="small" /> : <ExpandLessIcon fontSize="small" />}
            </IconButton>
          </Box>
          {open && (
            <Box
              component="ul"
              aria-label={texts.panelFiles}
              sx={{ m: 0, p: 0, pb: 0.5, listStyle: 'none', maxHeight: 140, overflow: 'auto' }}
            >
              {entries.map((entry) => (
                <UploadRow key={entry.id} entry={entry} />
              ))}
            </Box>
          )}
        </Box>
      )}
    </>
  );
}
