/**
 * Saves a whole log as JSON lines. The browser follows the link itself, because a log may be larger than the page's memory. A
 * refused link would be a dead end, so a call is made first: it lets the user sign in again if the session has ended.
 */
import Button from '@mui/material/Button';
import type { MouseEvent } from 'react';
import { urlOf } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { logTexts as texts } from '../../texts/logs.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { saveFrom } from '../../ui/save.ts';
import type { LineQuery } from './lineFilter.ts';

export function DownloadLog({ query }: { query: { log: 'dynamic' } | LineQuery }) {
  const notify = useNotify();
  const url = urlOf(wire.downloadLog, { query }, addressOf());
  const download = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      await api().log({ query: { page: 0, size: 1 } });
      saveFrom(url);
    } catch (error) {
      notify('error', failureText(texts.downloading, error));
    }
  };
  return (
    <Button href={url} download onClick={(event: MouseEvent) => void download(event)}>
      {texts.download}
    </Button>
  );
}
