/** The text of a failure, with its request id to copy for support. Notices use it: it is part of the first load. */

import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { noticeTexts } from '../texts/failures.ts';
import { copyText } from './copy.ts';
import { splitRequest } from './failure.ts';
import { CopyIcon } from './icons/Copy.tsx';
import { DoneIcon } from './icons/Done.tsx';

export function FailureText({ text }: { text: string }) {
  const { words, requestId } = splitRequest(text);
  const [copied, setCopied] = useState(false);
  return (
    <Box component="span" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {words}
      {requestId !== undefined && (
        <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', mt: 0.25 }}>
          {noticeTexts.request} {requestId}
          <IconButton
            size="small"
            color="inherit"
            aria-label={noticeTexts.copyRequest}
            title={copied ? noticeTexts.copied : noticeTexts.copyRequest}
            onClick={() => void copyText(requestId).then(setCopied)}
            sx={{ p: 0.625, ml: 0.5 }}
          >
            {copied ? <DoneIcon sx={{ fontSize: 14 }} /> : <CopyIcon sx={{ fontSize: 14 }} />}
          </IconButton>
        </Box>
      )}
    </Box>
  );
}
