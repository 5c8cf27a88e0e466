/**
 * The uploads below every screen, from waiting until they are live or refused, unless the open screen shows them itself.
 * Notices tell how each upload ended, and how the reading of each sent pack ended.
 */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { sentPackOf, sentPacks } from '../api/sentPacks.ts';
import type { UploadEntry } from '../api/uploadEntry.ts';
import { uploads } from '../api/uploads.ts';
import { failing } from '../texts/notices.ts';
import { uploadListTexts as texts } from '../texts/uploadList.ts';
import { AddressLink, addressLink } from '../ui/AddressLink.tsx';
import { failureText } from '../ui/failure.ts';
import { ExpandLessIcon } from '../ui/icons/ExpandLess.tsx';
import { ExpandMoreIcon } from '../ui/icons/ExpandMore.tsx';
import { useNotify } from '../ui/Notices.tsx';
import { noticeGroup } from '../ui/noticeGroups.ts';
import { UploadRow } from '../ui/UploadRow.tsx';
import { UploadSummary } from '../ui/UploadSummary.tsx';
import { SentPacks } from './SentPacks.tsx';
import { HEIGHT_BELOW } from './theme.ts';

/** Reports how each upload ended (section 4), and reloads what it changed. */
function useUploadNotices(): void {
  const notify = useNotify();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      uploads.onEnd((end) => {
        const { kind, file } = end.entry;
        const about = `upload ${kind.id} ${file.name}`;
        if ('answer' in end) {
          const pack = sentPackOf(end.answer.body);
          if (pack) sentPacks.add(pack);
          notify('success', end.answer.message, { about, group: noticeGroup(kind.noticeGroup, file.name) });
          if (kind.invalidates) for (const queryKey of kind.invalidates) void client.invalidateQueries({ queryKey });
          else void client.invalidateQueries();
        } else {
          const link = { label: texts.showFiles, ...addressLink(router, kind.address) };
          notify('error', `${failureText(failing.upload(file.name), end.error)}${kind.detailsOf?.(end.error) ?? ''}`, {
            about,
            // Not to the page of the set that the file's name contains: it may not exist.
            link,
            group: { kind: `failed ${kind.id}`, name: file.name, text: texts.notUploadedNames, link },
          });
        }
      }),
    [notify, client, router],
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
              <AddressLink key={address} address={address} variant="body2">
                {title}
              </AddressLink>
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
