/**
 * Prints a contact sheet as soon as all its pictures are loaded, also those that were never near the window.
 *
 *   usePrint
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueue } from '../../api/queue.ts';
import type { Side } from './comparison.ts';
import { type SheetRow, sideOfRow } from './sheet.ts';
import { sheetPicture } from './sheetPictureQuery.ts';

/** more than the pictures' own queue lets through, so that the queue is always full */
const AT_ONCE = 8;

/** @returns `fetched`: how many pictures are loaded while it prepares to print, otherwise undefined */
export function usePrint(side: Side, rows: readonly SheetRow[], angles: readonly string[]) {
  const client = useQueryClient();
  const [fetched, setFetched] = useState<number>();
  const [ready, setReady] = useState(false);
  const start = async () => {
    setFetched(0);
    const pictures = rows.flatMap((row) => angles.map((view) => sheetPicture(sideOfRow(side, row), view)));
    const queue = createQueue(AT_ONCE);
    await Promise.all(
      pictures.map((picture) =>
        queue(async () => {
          // A picture that fails says so in its place, also on paper.
          await client.prefetchQuery(picture);
          setFetched((before) => (before === undefined ? before : before + 1));
        }),
      ),
    );
    setReady(true);
  };
  useEffect(() => {
    if (!ready) return undefined;
    let left = false;
    // The pictures get their URLs in the next frame, and must be decoded before the print dialog opens.
    const frame = requestAnimationFrame(async () => {
      await Promise.all(
        [...document.querySelectorAll('table img')].map((img) =>
          // It is printed as the page shows it: as missing.
          (img as HTMLImageElement).decode().catch(() => undefined),
        ),
      );
      if (left) return;
      window.print();
      setReady(false);
      setFetched(undefined);
    });
    return () => {
      left = true;
      cancelAnimationFrame(frame);
    };
  }, [ready]);
  return { fetched, start };
}
