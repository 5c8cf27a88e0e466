/**
 * Prints a contact sheet once every picture of it is there, also those that were never near the window.
 *
 *   usePrint
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueue } from '../../api/queue.ts';
import type { Side } from './comparison.ts';
import { sheetPicture } from './SheetPicture.tsx';
import type { SheetRow } from './sheet.ts';

/** more than the pictures' own queue lets through, so that it never waits for us */
const AT_ONCE = 8;

/** @returns how many pictures are there, while it prepares to print; undefined otherwise */
export function usePrint(side: Side, rows: readonly SheetRow[], angles: readonly string[]) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const [ready, setReady] = useState(false);
  const start = async () => {
    setProgress(0);
    const pictures = rows.flatMap(({ options }) => angles.map((view) => sheetPicture({ ...side, options }, view)));
    const queue = createQueue(AT_ONCE);
    await Promise.all(
      pictures.map((picture) =>
        queue(async () => {
          // A picture that fails says so in its place, on paper too.
          await client.prefetchQuery(picture);
          setProgress((before) => (before === undefined ? before : before + 1));
        }),
      ),
    );
    setReady(true);
  };
  useEffect(() => {
    if (!ready) return undefined;
    let left = false;
    // The pictures have their addresses in the next frame, and are decoded before the dialog opens.
    const frame = requestAnimationFrame(async () => {
      await Promise.all(
        [...document.querySelectorAll('table img')].map((img) =>
          (img as HTMLImageElement).decode().catch(() => undefined),
        ),
      );
      if (left) return;
      window.print();
      setReady(false);
      setProgress(undefined);
    });
    return () => {
      left = true;
      cancelAnimationFrame(frame);
    };
  }, [ready]);
  return { progress, start };
}
