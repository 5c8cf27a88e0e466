/**
 * The strip of small pictures below a large one. Arrow keys choose, like in a group of radio buttons.
 *
 *   STRIP_HEIGHT    pixels
 */
import Box from '@mui/material/Box';
import type { KeyboardEvent } from 'react';
import { checkerboard } from '../../app/theme.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { usePicture } from '../../pictures/usePicture.ts';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { testTexts } from '../../texts/testScreens.ts';

export const STRIP_HEIGHT = 72;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const CHECKER = checkerboard(12);

export function PictureStrip({
  pictures,
  ratio,
  chosen,
  onChoose,
}: {
  pictures: readonly ViewedPicture[];
  /** width by height */
  ratio: number;
  chosen: string | undefined;
  onChoose: (title: string) => void;
}) {
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = pictures.findIndex(({ title }) => title === chosen);
    const next = (at + by + pictures.length) % pictures.length;
    onChoose(pictures[next]?.title ?? '');
    (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <Box
      role="radiogroup"
      aria-label={testTexts.pictures.strip}
      onKeyDown={step}
      sx={{ display: 'flex', justifyContent: 'safe center', gap: 1, mt: 1.5, height: STRIP_HEIGHT, overflowX: 'auto' }}
    >
      {pictures.map((picture) => (
        <StripPicture
          key={picture.title}
          picture={picture}
          ratio={ratio}
          isChosen={picture.title === chosen}
          onChoose={() => onChoose(picture.title)}
        />
      ))}
    </Box>
  );
}

function StripPicture({
  picture,
  ratio,
  isChosen,
  onChoose,
}: {
  picture: ViewedPicture;
  ratio: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { shown } = usePicture(picture);
  const url = useObjectUrl(shown);
  return (
    <Box
      component="button"
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-label={picture.alt}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      sx={{
        ...{ p: 0, flex: 'none', height: '100%', aspectRatio: ratio, cursor: 'pointer', background: CHECKER },
        ...{ border: 2, borderColor: isChosen ? 'primary.main' : 'transparent', borderRadius: 0.5 },
      }}
    >
      {url && <Box component="img" src={url} alt="" sx={{ display: 'block', width: '100%', height: '100%' }} />}
    </Box>
  );
}
