/**
 * Files that are dropped anywhere in the window, and folders with everything in them.
 *
 *   useFileDrops   takes them while a screen is open. @returns whether files are being dragged over the window
 */
import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** A folder returns its entries in portions, until one is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    for (const file of some) all.push(file);
  }
}

/** Hidden files, such as those that systems put into every folder, are left out. */
async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isDirectory) {
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    const shown = inside.filter(({ name }) => !name.startsWith('.'));
    return (await Promise.all(shown.map(filesOf))).flat();
  }
  return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
}

/** The entries exist only during the event, so they are read before the first await. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  return (await Promise.all(entries.map(filesOf))).flat();
}

/** @param take receives the files */
export function useFileDrops(take: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const onFiles = useEffectEvent(take);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Without a related element the pointer has left the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer).then((files) => {
        if (!signal.aborted) onFiles(files);
      });
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => end.abort();
  }, []);
  return isOver;
}
