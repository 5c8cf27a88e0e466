/** The bar of the viewer: which picture it shows, and its buttons; undefined callbacks have no button. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { viewerTexts as texts } from '../texts/viewer.ts';
import { ArrowBackIcon } from '../ui/icons/ArrowBack.tsx';
import { ArrowForwardIcon } from '../ui/icons/ArrowForward.tsx';
import { CloseIcon } from '../ui/icons/Close.tsx';
import { ToggleChoice } from '../ui/ToggleChoice.tsx';
import { visuallyHidden } from '../ui/visuallyHidden.ts';
import { BACKGROUNDS, type Background, colourOf } from './background.ts';
import type { Asking } from './useAsking.ts';
import type { ViewedPicture } from './viewerPicture.ts';
import { ZOOMS, type Zoom } from './zoom.ts';

const SWATCH = { width: 16, height: 16, borderRadius: 0.5, border: 1, borderColor: 'text.secondary' } as const;

/** A button with an icon and its name. */
function BarButton({
  name,
  disabled = false,
  onClick,
  children,
}: {
  name: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton size="small" aria-label={name} title={name} disabled={disabled} onClick={onClick}>
      {children}
    </IconButton>
  );
}

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
      <BarButton name={texts.close} onClick={onClose}>
        <CloseIcon fontSize="small" />
      </BarButton>
      <BarButton name={texts.previous} disabled={count < 2 || (!turns && at === 0)} onClick={() => onGo(-1)}>
        <ArrowBackIcon fontSize="small" />
      </BarButton>
      <BarButton name={texts.next} disabled={count < 2 || (!turns && at === count - 1)} onClick={() => onGo(1)}>
        <ArrowForwardIcon fontSize="small" />
      </BarButton>
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
      <ToggleChoice
        label={texts.zoom}
        value={zoom}
        choices={ZOOMS.map((value) => ({ value, label: texts.zooms[value] }))}
        onChange={onZoom}
        buttonSx={{ py: 0.25 }}
      />
      <ToggleChoice
        label={texts.background}
        value={background}
        choices={BACKGROUNDS.filter((one) => one !== 'area' || area !== undefined).map((value) => ({
          value,
          title: texts.backgrounds[value],
          name: texts.backgrounds[value],
          label: <Box sx={{ ...SWATCH, ...colourOf(value, area) }} />,
        }))}
        onChange={onBackground}
      />
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
