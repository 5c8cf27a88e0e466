/** Notifies the user on any screen how each pack that this tab has sent ended: live, or refused with a link to its problems. */
import { useQuery } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import type { Pack } from '../../contract/index.ts';
import { api } from '../api/api.ts';
import { useJobChanges } from '../api/jobChanges.ts';
import { type SentPack, sentPacks } from '../api/sentPacks.ts';
import type { UploadEntry } from '../api/uploadEntry.ts';
import { uploads } from '../api/uploads.ts';
import { notices } from '../texts/notices.ts';
import { uploadTexts as texts } from '../texts/upload.ts';
import { useNotify } from '../ui/Notices.tsx';
import { noticeGroup } from '../ui/noticeGroups.ts';

const KEY = ['sentPacks'];

/** What the upload's row says; a pack that was uploaded again or deleted since counts as finished. */
function endOf(pack: Pack | undefined): Pick<UploadEntry, 'state' | 'reason'> {
  if (pack?.state === 'refused')
    return { state: 'refused', reason: texts.firstProblem(pack.problems, pack.problemCount) };
  return { state: pack?.state === 'live' ? 'live' : 'done', reason: undefined };
}

/** Address of the list of refused packs. */
function refusedLink(router: AnyRouter) {
  const refusedPacks = { to: '/upload', search: { text: texts.states.refused } } as const;
  return {
    label: texts.showRefused,
    href: router.buildLocation(refusedPacks).publicHref,
    follow: () => void router.navigate(refusedPacks),
  };
}

export function SentPacks() {
  const sent = useSyncExternalStore(sentPacks.subscribe, sentPacks.list);
  return sent.length > 0 && <FollowPacks sent={sent} />;
}

function FollowPacks({ sent }: { sent: readonly SentPack[] }) {
  const notify = useNotify();
  const router = useRouter();
  const since = sent.map(({ lastModifiedDate }) => lastModifiedDate).sort()[0] ?? '';
  const packs = useQuery({
    // The key contains all of them: a cached list from before one was sent would lack it.
    queryKey: [...KEY, sent],
    queryFn: ({ signal }) => api().packs({ query: { since }, signal }),
    staleTime: 0,
  });
  useJobChanges(KEY);
  useEffect(() => {
    if (!packs.data) return;
    for (const pack of sent) {
      const { fileName, sha256 } = pack;
      const current = packs.data.find((one) => one.fileName === fileName && one.sha256 === sha256);
      if (current?.state === 'received' || current?.state === 'reading') {
        uploads.follow('packs', fileName, { reason: current.waitsFor });
        continue;
      }
      sentPacks.remove(pack);
      uploads.follow('packs', fileName, endOf(current));
      const about = `upload packs ${fileName}`;
      if (current?.state === 'refused') {
        const { publicHref: href } = router.buildLocation({ to: '/upload', search: { problems: fileName } });
        const follow = () => void router.navigate({ to: '/upload', search: { problems: fileName } });
        const link = { label: texts.showTheProblems, href, follow };
        notify('error', notices.packRefused(fileName, current.problemCount), {
          about,
          link,
          group: { ...noticeGroup('refused', fileName), link: refusedLink(router) },
        });
      } else if (current?.state === 'live')
        notify('success', notices.packIsLive(fileName), { about, group: noticeGroup('live', fileName) });
      // Otherwise it was uploaded again or deleted since, by somebody who knows.
    }
  }, [packs.data, sent, notify, router]);
  return null;
}
