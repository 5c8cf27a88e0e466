/** The bar of the viewer: which picture it shows, and its buttons; undefined callbacks have no button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { viewerTexts as texts } from '../texts/viewer.ts';
import { ArrowBackIcon } from '../ui/icons/ArrowBack.tsx';
import { ArrowForwardIcon } from '../ui/icons/ArrowForward.tsx';
import { CloseIcon } from '../ui/icons/Close.tsx';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { BACKGROUNDS, type Background, colourOf } from './background.ts';
import type { Asking } from './useAsking.ts';
import type { ViewedPicture } from './viewed.ts';
import { ZOOMS, type Zoom } from './zoom.ts';

export function ViewerBar({
  picture: { title, link, area },
  at,
  count,
  turns,
  zoom,
  background,
  asking,
  onGo,
  onZoom,
  onBackground,
  onSwap,
  onFullScreen,
  onClose,
}: {
  picture: ViewedPicture;
  /** index of the picture, or of its angle */
  at: number;
  count: number;
  /** The last picture is followed by the first. */
  turns: boolean;
  zoom: Zoom;
  background: Background;
  /** undefined: the picture does not tell its layers */
  asking: Asking | undefined;
  onGo: (by: number) => void;
  onZoom: (zoom: Zoom) => void;
  onBackground: (background: Background) => void;
  onSwap: (() => void) | undefined;
  onFullScreen: (() => void) | undefined;
  onClose: () => void;
}) {
  return (
    <Box
      sx={{
        ...{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.5,
          rowGap: 0.5,
          px: 1.5,
          py: 0.75,
        },
        ...{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper', minHeight: 48, flex: 'none' },
      }}
    >
      <IconButton size="small" aria-label={texts.close} title={texts.close} onClick={onClose}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={texts.previous}
        title={texts.previous}
        disabled={count < 2 || (!turns && at === 0)}
        onClick={() => onGo(-1)}
      >
        <ArrowBackIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={texts.next}
        title={texts.next}
        disabled={count < 2 || (!turns && at === count - 1)}
        onClick={() => onGo(1)}
      >
        <ArrowForwardIcon fontSize="small" />
      </IconButton>
      <Typography component="h1" variant="h2" sx={{ minWidth: 48, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums', mr: 'auto' }}>
        {texts.position(at + 1, count)}
      </Typography>
      <Box id="viewer-name" sx={visuallyHidden}>
        {texts.label}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {texts.announce(title, at + 1, count, texts.zooms[zoom])}
        {asking?.isOn && asking.crosshair && ` ${texts.here.crosshair(asking.crosshair.x, asking.crosshair.y)}`}
      </Box>
      <ToggleButtonGroup
        exclusive
        aria-label={texts.zoom}
        value={zoom}
        onChange={(_event, next: Zoom | null) => next !== null && onZoom(next)}
      >
        {ZOOMS.map((one) => (
          <ToggleButton key={one} value={one} sx={{ py: 0.25 }}>
            {texts.zooms[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ToggleButtonGroup
        exclusive
        aria-label={texts.background}
        value={background}
        onChange={(_event, next: Background | null) => next && onBackground(next)}
      >
        {BACKGROUNDS.filter((one) => one !== 'area' || area !== undefined).map((one) => (
          <ToggleButton key={one} value={one} title={texts.backgrounds[one]} aria-label={texts.backgrounds[one]}>
            <Box
              sx={{
                ...{ width: 16, height: 16, borderRadius: 0.5, border: 1, borderColor: 'text.secondary' },
                ...colourOf(one, area),
              }}
            />
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {onSwap && (
        <Button variant="outlined" title={texts.swapKey} onClick={onSwap}>
          {texts.swap}
        </Button>
      )}
      {asking && (
        <ToggleButton
          value="here"
          size="small"
          color="primary"
          selected={asking.isOn}
          title={texts.here.modeKey}
          onChange={asking.toggle}
          sx={{ py: 0.25 }}
        >
          {texts.here.mode}
        </ToggleButton>
      )}
      {onFullScreen && (
        <Button title={texts.fullScreenKey} onClick={onFullScreen}>
          {texts.fullScreen}
        </Button>
      )}
      {link !== undefined && (
        <>
          <Button href={link} target="_blank" rel="noreferrer">
            {texts.open}
          </Button>
          <Button href={link} download>
            {texts.download}
          </Button>
        </>
      )}
    </Box>
  );
}
