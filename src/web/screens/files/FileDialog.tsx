/** The content of a file: text with its line breaks, or a picture on a checkerboard. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type FileElement, urlOf } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { withSession } from '../../api/otherHost.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';
import { checkerboard } from '../../app/theme.ts';
import { fileTexts as texts } from '../../texts/files.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { decodeText, TextView } from '../../ui/TextView.tsx';
import { isPicture } from './canShow.ts';

const CHECKER = checkerboard(24);
const contentUrl = (path: string): string => urlOf(wire.fileContent, { query: { path } }, addressOf(undefined));

/** The listing includes short texts; longer ones are loaded when they are shown. */
function FileText({ element: { id, content } }: { element: FileElement }) {
  const text = useQuery({
    queryKey: ['fileText', id],
    queryFn: async ({ signal }) => {
      const answer = await api().fileContent({ query: { path: id }, signal });
      return decodeText(await answer.arrayBuffer());
    },
    enabled: content === null,
    staleTime: 0,
    gcTime: 0,
  });
  const shown = content ?? text.data;
  if (shown !== undefined) return <TextView text={shown} label={texts.content} />;
  return <QueryStatus query={text} loading={texts.loadingFile} action={texts.loadFile} />;
}

export function FileDialog({ element, onClose }: { element: FileElement; onClose: () => void }) {
  return (
    <ViewDialog title={texts.content} dividers close="cancel" onClose={onClose}>
      {isPicture(element) ? (
        <Box
          component="img"
          {...withSession(contentUrl(element.id))}
          src={contentUrl(element.id)}
          alt={element.name}
          sx={{ display: 'block', maxWidth: '100%', background: CHECKER }}
        />
      ) : (
        <FileText element={element} />
      )}
    </ViewDialog>
  );
}
