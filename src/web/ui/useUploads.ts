/**
 * The uploads of one kind, for the screen where their files are chosen (section 4 of the administration specification).
 *
 *   useUploads
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { UploadKind } from '../api/uploadEntry.ts';
import { uploads } from '../api/uploads.ts';
import { notices } from '../texts/notices.ts';
import { useNotify } from './Notices.tsx';

export function useUploads(kind: UploadKind) {
  const all = useSyncExternalStore(uploads.subscribe, uploads.entries);
  const refused = useSyncExternalStore(uploads.subscribe, () => uploads.refusedNames(kind.id));
  const notify = useNotify();
  useEffect(() => uploads.showOnScreen(kind.id), [kind.id]);
  return {
    entries: all.filter((entry) => entry.kind.id === kind.id),
    /** names that were not added, newest last */
    refused,
    clearRefused: () => uploads.clearRefusedNames(kind.id),
    take(files: Iterable<File>): void {
      const wrong = uploads.add(kind, files);
      if (wrong.length > 0) notify('error', notices.refusedNames(wrong.map(({ problem }) => problem)));
    },
    start: () => uploads.start(kind.id),
  };
}
