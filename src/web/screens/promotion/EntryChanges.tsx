/**
 * What the move of a history entry changed, in its row: how many pictures and texts, and small pictures of the first ones.
 * The state before and after are compared once the row comes near the window.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ContentDiff, HistoryEntry } from '../../../contract/index.ts';
import { withSession } from '../../api/otherHost.ts';
import { createQueue } from '../../api/queue.ts';
import { checkerboard } from '../../app/theme.ts';
import { historyTexts, diffTexts as texts } from '../../texts/history.ts';
import { useNear } from '../../ui/useNear.ts';
import { type Content, diffOf, pictureUrl } from './content.ts';
import { countsText } from './DiffView.tsx';

/** A comparison reads two states of a set: few at a time, and other calls keep their connections. */
const queue = createQueue(2);
/** of the changed pictures */
const SHOWN = 3;
/** pixels */
const WIDTH = 56;
const HEIGHT = 32;
const CHECKER = checkerboard(8);

export function EntryChanges({ content, entry }: { content: Content; entry: HistoryEntry }) {
  const { near, watch } = useNear();
  const diff = useQuery({
    queryKey: ['entryChanges', content, entry.id],
    queryFn: ({ signal }) =>
      queue(() => diffOf(content, { target: entry.area, entry: entry.id, against: 'before' }, signal, SHOWN), signal),
    enabled: near && entry.comparable,
    // Both states are past.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Box ref={watch} sx={{ minHeight: 1 }}>
      {diff.data && <Changes content={content} diff={diff.data} />}
    </Box>
  );
}

function Changes({ content, diff }: { content: Content; diff: ContentDiff }) {
  const pictures = diff.pictures.flatMap(({ path, before, after }) => {
    if (after !== null) return [{ path, alt: texts.afterAlt(path), src: pictureUrl(content, diff.after, after) }];
    if (before === null || diff.before === null) return [];
    return [{ path, alt: texts.beforeAlt(path), src: pictureUrl(content, diff.before, before) }];
  });
  const isNothing = diff.added + diff.replaced + diff.removed + diff.textsChanged === 0;
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {isNothing ? historyTexts.nothingChanged : countsText(diff)}
      </Typography>
      {pictures.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
          {pictures.map(({ path, alt, src }) => (
            <Box
              key={path}
              component="img"
              {...withSession(src)}
              src={src}
              alt={alt}
              title={path}
              loading="lazy"
              width={WIDTH}
              height={HEIGHT}
              sx={{ objectFit: 'contain', background: CHECKER, borderRadius: 0.5 }}
            />
          ))}
        </Box>
      )}
    </>
  );
}
