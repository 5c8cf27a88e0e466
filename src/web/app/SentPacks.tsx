/** Tells what became of the packs that this tab has sent, on whatever screen one is: live, or refused with the way to why. */
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../api/api.ts';
import { useJobChanges } from '../api/jobChanges.ts';
import { type SentPack, sentPacks } from '../api/sentPacks.ts';
import { notices } from '../texts/notices.ts';
import { useNotify } from '../ui/Notices.tsx';

const KEY = ['sentPacks'];

export function SentPacks() {
  const sent = useSyncExternalStore(sentPacks.subscribe, sentPacks.list);
  return sent.length > 0 && <Following sent={sent} />;
}

function Following({ sent }: { sent: readonly SentPack[] }) {
  const notify = useNotify();
  const router = useRouter();
  const since = sent.map(({ lastModifiedDate }) => lastModifiedDate).sort()[0] ?? '';
  const packs = useQuery({
    // Named by all of them: a list from before one was sent would say that it is gone.
    queryKey: [...KEY, sent],
    queryFn: ({ signal }) => api().packs({ query: { since }, signal }),
    staleTime: 0,
  });
  useJobChanges(KEY);
  useEffect(() => {
    if (!packs.data) return;
    for (const pack of sent) {
      const { fileName, sha256 } = pack;
      const now = packs.data.find((one) => one.fileName === fileName && one.sha256 === sha256);
      if (now?.state === 'received' || now?.state === 'reading') continue;
      sentPacks.remove(pack);
      const about = `upload packs ${fileName}`;
      if (now?.state === 'refused') {
        const { href } = router.buildLocation({ to: '/upload', search: { problems: fileName } });
        const follow = () => void router.navigate({ to: '/upload', search: { problems: fileName } });
        const link = { label: 'Show the problems', href, follow };
        notify('error', notices.packRefused(fileName, now.problemCount), { about, link });
      } else if (now?.state === 'live') notify('success', notices.packIsLive(fileName), { about });
      // Else it was sent again since, or deleted: whoever did that knows.
    }
  }, [packs.data, sent, notify, router]);
  return null;
}
