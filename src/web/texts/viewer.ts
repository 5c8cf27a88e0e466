/**
 * Texts of the picture viewer.
 *
 *   viewerTexts
 */
import { formatDate } from '../ui/dates.ts';

const percent = (share: number): string =>
  `${share >= 0.995 || share === 0 ? Math.round(share * 100) : (share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;

export const viewerTexts = {
  label: 'Picture viewer',
  loading: 'Loading the picture',
  enlarge: (title: string) => `Enlarge ${title}`,
  previous: 'Previous picture (←)',
  next: 'Next picture (→)',
  position: (at: number, count: number) => `${at} of ${count}`,
  announce: (title: string, at: number, count: number, zoom: string) => `${title}, ${at} of ${count}, ${zoom}`,
  zoom: 'Zoom',
  zooms: { fit: 'Fit', 1: '100 %', 2: '200 %', 4: '400 %' },
  zoomIn: 'Zoom in (+)',
  zoomOut: 'Zoom out (−)',
  background: 'Background (B)',
  backgrounds: { checker: 'Checkerboard', light: 'Light', dark: 'Dark', area: 'Colour of the area' },
  fullScreen: 'Full screen',
  fullScreenKey: 'Full screen (F)',
  open: 'Open in new tab',
  download: 'Download',
  close: 'Close',
  /** @param angles the pictures are angles; @param several there is more than one */
  keys: (angles: boolean, several: boolean) =>
    `${several ? `Arrow keys: other ${angles ? 'angles' : 'pictures'}. ` : ''}+ and −: zoom. B: background. Escape: close.`,
  swap: 'Swap',
  swapKey: 'Space: the picture on the other side',
  spin: 'Drag to turn the car.',

  here: {
    mode: 'What is here?',
    modeKey: 'Names the layers and files at a point (I)',
    hint: 'Click a point of the picture, or move the crosshair with the arrow keys (Shift: 10 pixels) and press Enter. Page Up and Page Down show other pictures.',
    crosshair: (x: number, y: number) => `Point ${x}, ${y}`,
    title: (x: number, y: number) => `At ${x}, ${y}`,
    loading: 'Looking up the layers',
    nothing: 'Nothing is painted here.',
    found: (count: number) => (count === 1 ? '1 layer is visible here.' : `${count} layers are visible here.`),
    share: (share: number) => `${percent(share)} of the colour`,
    covered: (count: number) => (count === 1 ? '1 covered layer' : `${count} covered layers`),
    copy: 'Copy report',
    copied: 'Report copied',
    notCopied: 'The browser did not allow copying.',
  },

  file: {
    family: (family: string, layer: string) => `${family}: ${layer}`,
    path: (pack: string, path: string) => `${pack} › ${path}`,
    uploaded: (who: string | null, when: string | null) =>
      who === null || when === null ? 'Its upload is no longer listed.' : `Uploaded by ${who}, ${formatDate(when)}`,
    scaled: 'Scaled from another size',
  },

  /** the lines of a report, to be pasted into a ticket */
  report: {
    point: (angle: string, resolution: string, x: number, y: number) =>
      `Angle ${angle}, ${resolution}, pixel ${x}, ${y}`,
    layer: (share: number, family: string, layer: string) => `${percent(share)}  ${family}: ${layer}`,
    file: (pack: string, path: string) => `  file: ${pack} > ${path}`,
    upload: (who: string | null, when: string | null) =>
      who === null || when === null ? '  upload: no longer listed' : `  uploaded: ${formatDate(when)} by ${who}`,
    hash: (sha256: string) => `  SHA-256: ${sha256}`,
    nothing: 'Nothing is painted here.',
  },
};
