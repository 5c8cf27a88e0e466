/** A configuration file after one entry of its history and after another, compared line by line. */
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { configTexts } from '../../texts/globalConfigs.ts';
import { LineDiff } from '../../ui/LineDiff.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';

const { historyDialog: texts } = configTexts;

/** @param from id of an entry; undefined: there was no file yet */
export function ConfigDiff({ area, from, to }: { area: Area; from: number | undefined; to: number }) {
  const contentOf = async (entry: number, signal: AbortSignal) =>
    (await api(area).globalConfigHistoryContent({ query: { entry }, signal })).content;
  const contents = useQuery({
    queryKey: ['globalConfigContents', area, from, to],
    queryFn: ({ signal }) =>
      Promise.all([from === undefined ? Promise.resolve(null) : contentOf(from, signal), contentOf(to, signal)]),
  });
  if (!contents.data)
    return <QueryStatus query={contents} loading={texts.loadingVersions} action={texts.loadVersions} />;
  const [before, after] = contents.data;
  return <LineDiff before={before} after={after} />;
}
