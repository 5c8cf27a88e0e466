/**
 * Files on their way to the server (section 4 of the administration specification): each name is checked, then each has a
 * percentage from 0; what was taken leaves the list, what failed stands at 0 again, and a notice says why.
 *
 *   ChosenFile, useUploads
 */
import { useState } from 'react';
import { atMost } from '../api/atMost.ts';
import { failing } from '../texts/notices.ts';
import { failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';

export interface ChosenFile {
  file: File;
  /** whole percent */
  value: number;
}

export function useUploads({
  atOnce,
  check,
  send,
  problemsOf = () => '',
  afterEach,
}: {
  /** how many are sent at the same time */
  atOnce: number;
  /** @returns what is wrong with a name */
  check: (name: string) => string | undefined;
  /** @returns what the server says */
  send: (file: File, onProgress: (percent: number) => void) => Promise<string>;
  /** more about a failure than its message */
  problemsOf?: (error: unknown) => string;
  afterEach: () => Promise<unknown>;
}) {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const take = (files: Iterable<File>) => {
    // Of two files with one name (from two folders) the later counts: the server knows files by their names.
    const good = new Map<string, ChosenFile>();
    for (const file of files) {
      const wrong = check(file.name);
      if (wrong === undefined) good.set(file.name, { file, value: 0 });
      else notify('error', wrong);
    }
    setChosen([...good.values()]);
  };
  const progress = (file: File, value: number) =>
    setChosen((list) => list.map((entry) => (entry.file === file ? { file, value } : entry)));
  const uploadOne = async (file: File) => {
    try {
      notify('success', await send(file, (value) => progress(file, value)));
      setChosen((list) => list.filter((entry) => entry.file !== file));
    } catch (error) {
      progress(file, 0);
      notify('error', `${failureText(failing.upload(file.name), error)}${problemsOf(error)}`);
    }
    await afterEach();
  };
  const upload = async () => {
    setBusy(true);
    await atMost(atOnce, chosen, ({ file }) => uploadOne(file));
    setBusy(false);
  };
  return { chosen, busy, take, upload };
}
