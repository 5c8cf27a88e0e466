/** The viewer's mode that names the layers and files at a point: whether it is on, its crosshair, and the point in question. */
import { useState } from 'react';
import type { Direction } from './viewerKeys.ts';
import type { Point } from './viewerPicture.ts';
import type { Size } from './zoom.ts';

export interface Asking {
  readonly isOn: boolean;
  readonly crosshair: Point | undefined;
  /** whose layers and files are shown */
  readonly target: Point | undefined;
  askAt(point: Point): void;
  toggle(): void;
  /** @param by pixels */
  moveCrosshair(direction: Direction, by: number): void;
}

/**
 * @param point to ask about at once, when the viewer opens there
 * @param size of the picture; the crosshair stays inside
 */
export function useAsking(point: Point | undefined, size: Size): Asking {
  const [isOn, setIsOn] = useState(point !== undefined);
  const [crosshair, setCrosshair] = useState(point);
  const [target, setTarget] = useState(point);
  return {
    isOn,
    crosshair,
    target,
    askAt(next) {
      setCrosshair(next);
      setTarget(next);
    },
    toggle() {
      setIsOn(!isOn);
      setCrosshair((before) => before ?? { x: Math.floor(size.width / 2), y: Math.floor(size.height / 2) });
      if (isOn) setTarget(undefined);
    },
    moveCrosshair([dx, dy], by) {
      setCrosshair(({ x, y } = { x: 0, y: 0 }) => ({
        x: Math.min(size.width - 1, Math.max(0, x + dx * by)),
        y: Math.min(size.height - 1, Math.max(0, y + dy * by)),
      }));
    },
  };
}
