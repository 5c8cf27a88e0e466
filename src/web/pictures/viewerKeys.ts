/**
 * The keys of the viewer.
 *
 *   ViewerActions, Direction
 *   actionOf
 */
import type { KeyboardEvent } from 'react';
import type { Zoom } from './zoom.ts';

/** x and y: -1, 0 or 1 */
export type Direction = readonly [x: number, y: number];

/** What keys do; undefined: not possible at the moment. */
export interface ViewerActions {
  readonly go: (by: number) => void;
  readonly zoomTo: (zoom: Zoom) => void;
  readonly zoomBy: (steps: 1 | -1) => void;
  readonly nextBackground: () => void;
  readonly toggleFullScreen: (() => void) | undefined;
  readonly toggleAsking: (() => void) | undefined;
  /** @param by pixels */
  readonly moveCrosshair: ((direction: Direction, by: number) => void) | undefined;
  readonly askAtCrosshair: (() => void) | undefined;
  /** shows the other side of a comparison */
  readonly swap: (() => void) | undefined;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const PAGES: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1 };
const ZOOM_STEPS: Readonly<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1 };
const NUMBER_ZOOMS: Readonly<Record<string, Zoom>> = { 0: 'fit', 1: 1, 2: 2, 4: 4 };
/** of the crosshair with Shift, pixels */
const LARGE_STEP = 10;

/** @returns what a key does; undefined: nothing */
export function actionOf(
  { key, shiftKey, target }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'target'>,
  actions: ViewerActions,
): (() => void) | undefined {
  const { moveCrosshair, swap } = actions;
  const arrow = ARROWS[key];
  if (arrow && moveCrosshair) return () => moveCrosshair(arrow, shiftKey ? LARGE_STEP : 1);
  const step = arrow ? arrow[0] : PAGES[key];
  if (step !== undefined && step !== 0) return () => actions.go(step);
  const zoomStep = ZOOM_STEPS[key];
  if (zoomStep) return () => actions.zoomBy(zoomStep);
  const zoom = NUMBER_ZOOMS[key];
  if (zoom !== undefined) return () => actions.zoomTo(zoom);
  // Enter and Space press the button that has the focus.
  const isControl = target instanceof Element && target.closest('button, a, summary') !== null;
  if (swap && (arrow || (key === ' ' && !isControl))) return swap;
  if (key === 'Enter' && !isControl) return actions.askAtCrosshair;
  if (key === 'b') return actions.nextBackground;
  if (key === 'f') return actions.toggleFullScreen;
  return key === 'i' ? actions.toggleAsking : undefined;
}
