/**
 * What a promotion or roll back would change: counts, pictures, which open the viewer, and the changes of meta files as text.
 *
 *   DiffView
 *   DiffCounts     the counts alone
 *   countsText     the counts as a sentence
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentDiff, PictureChange, TextChange } from '../../../contract/index.ts';
import { withSession } from '../../api/otherHost.ts';
import { checkerboard } from '../../app/theme.ts';
import { useViewer } from '../../pictures/useViewer.tsx';
import { paintedTexts, diffTexts as texts } from '../../texts/history.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { changedPictures, SIDES, titleOfSide } from './changedPictures.ts';
import { type Change, type Content, diffOf, pictureUrl } from './content.ts';
import { PaintedChange } from './PaintedChange.tsx';

const INITIAL_PICTURES = 24;
const CHECKER = checkerboard(12);

export function countsText({ added, replaced, removed, textsChanged }: ContentDiff): string {
  const parts = [
    [added, texts.added],
    [replaced, texts.replaced],
    [removed, texts.removed],
  ] as const;
  const pictures = parts.flatMap(([n, word]) => (n === 0 ? [] : [texts.pictures(n, word)]));
  const meta = textsChanged === 0 ? [] : [texts.meta(textsChanged)];
  return [...pictures, ...meta].join(', ') || texts.nothing;
}

function Tile({ src, alt, caption }: { src: string; alt: string; caption: string }) {
  return (
    <Box component="span" sx={{ display: 'block', width: 136 }}>
      <Box component="span" sx={{ display: 'block', height: 78, background: CHECKER }}>
        <Box
          component="img"
          loading="lazy"
          {...withSession(src)}
          src={src}
          alt={alt}
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      </Box>
      <Typography component="span" variant="caption" color="textSecondary">
        {caption}
      </Typography>
    </Box>
  );
}

/** A picture that was added or removed has one tile, one that was replaced has two. */
function Picture({
  content,
  diff,
  change,
  onEnlarge,
}: {
  content: Content;
  diff: ContentDiff;
  change: PictureChange;
  onEnlarge: () => void;
}) {
  const { path, before, after } = change;
  const beforeCaption = after === null ? texts.removed : texts.before;
  const afterCaption = before === null ? texts.added : texts.after;
  const captions = [...(before === null ? [] : [beforeCaption]), ...(after === null ? [] : [afterCaption])];
  return (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <Typography variant="body2" noWrap title={path} sx={{ maxWidth: before && after ? 280 : 136, fontWeight: 600 }}>
        {path}
      </Typography>
      <ButtonBase
        // The accessible name begins with what it does, and contains the visible words (WCAG 2.5.3).
        aria-label={`${texts.enlarge(path)}: ${captions.join(' ')}`}
        onClick={onEnlarge}
        sx={{ display: 'flex', gap: 1, textAlign: 'left' }}
      >
        {before !== null && diff.before !== null && (
          <Tile src={pictureUrl(content, diff.before, before)} alt={texts.beforeAlt(path)} caption={beforeCaption} />
        )}{' '}
        {after !== null && (
          <Tile src={pictureUrl(content, diff.after, after)} alt={texts.afterAlt(path)} caption={afterCaption} />
        )}
      </ButtonBase>
    </Box>
  );
}

const TEXT_STYLE = {
  fontFamily: 'monospace',
  fontSize: 12,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  m: 0,
} as const;

function Text({ change: { file, what, before, after } }: { change: TextChange }) {
  return (
    <Box component="section" sx={{ mb: 1.5 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {file}: {what}
      </Typography>
      {before !== null && (
        <Box component="pre" sx={{ ...TEXT_STYLE, color: 'text.secondary', textDecoration: 'line-through' }}>
          {before}
        </Box>
      )}
      {after !== null && (
        <Box component="pre" sx={TEXT_STYLE}>
          {after}
        </Box>
      )}
      {after === null && <Typography variant="caption">{texts.removed}</Typography>}
    </Box>
  );
}

const useDiff = (content: Content, change: Change) =>
  useQuery({
    queryKey: ['diff', content, change],
    queryFn: ({ signal }) => diffOf(content, change, signal),
    staleTime: 0,
  });

export function DiffCounts({ content, change }: { content: Content; change: Change }) {
  const diff = useDiff(content, change);
  if (diff.isPending) return <Skeleton width={240} />;
  if (diff.error) return <span>{diff.error.message}</span>;
  return <span>{countsText(diff.data)}</span>;
}

export function DiffView({ content, change }: { content: Content; change: Change }) {
  const [shown, setShown] = useState(INITIAL_PICTURES);
  const diff = useDiff(content, change);
  const viewer = useViewer(diff.data ? changedPictures(content, diff.data) : [], { sides: SIDES.length });
  const isMove = 'against' in change;
  const cars = content.kind === 'dis' && !isMove && <PaintedChange key="cars" disId={content.key} change={change} />;
  if (!diff.data) {
    return (
      <Box>
        <QueryStatus query={diff} loading={texts.comparing} />
        {!diff.error && cars}
      </Box>
    );
  }
  const { pictures, texts: textChanges, withheld } = diff.data;
  const all = diff.data.added + diff.data.replaced + diff.data.removed;
  return (
    <Box>
      <Typography role="status" sx={{ fontWeight: 600, mb: 1 }}>
        {countsText(diff.data)}
      </Typography>
      {withheld !== undefined && (
        <Alert severity="info" role="note" sx={{ mb: 2 }}>
          {withheld}
        </Alert>
      )}
      {all + diff.data.textsChanged > 0 && cars}
      {pictures.length > 0 && content.kind === 'dis' && (
        <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
          {paintedTexts.changed}
        </Typography>
      )}
      {pictures.length > 0 && (
        <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, p: 0, m: 0, mb: 2 }}>
          {pictures.slice(0, shown).map((one) => (
            <Picture
              key={one.path}
              content={content}
              diff={diff.data}
              change={one}
              onEnlarge={() => viewer.open(titleOfSide(one.path, one.after === null ? 'before' : 'after'))}
            />
          ))}
        </Box>
      )}
      {viewer.element}
      {pictures.length > shown && (
        <Button onClick={() => setShown((before) => before * 4)} sx={{ mb: 2 }}>
          {texts.showMore(all)}
        </Button>
      )}
      {textChanges.map((one) => (
        <Text key={`${one.file} ${one.what}`} change={one} />
      ))}
    </Box>
  );
}
