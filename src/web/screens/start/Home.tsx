/** What waits for the signed-in user, by role. An empty block is not shown. */
import Skeleton from '@mui/material/Skeleton';
import { useQueries } from '@tanstack/react-query';
import { useSession } from '../../app/session.tsx';
import { homeTexts as texts } from '../../texts/home.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { ChangedSets } from './ChangedSets.tsx';
import { FIRST_STEPS, FirstSteps } from './FirstSteps.tsx';
import { PACKS, PROMOTION, setsOf, TROUBLE } from './homeQueries.ts';
import { OwnPacks } from './OwnPacks.tsx';
import { ToPromote } from './ToPromote.tsx';
import { Trouble } from './Trouble.tsx';

/** pixels: of a block with a few lines */
const BLOCK_HEIGHT = 160;

/** Of all blocks together: a placeholder until they are loaded; one message, and one button, when some could not be. */
function BlocksStatus() {
  const { can, defaultArea } = useSession();
  const delivers = can.admin || can.upload;
  const status = useQueries({
    queries: [
      { ...FIRST_STEPS, enabled: delivers },
      { ...TROUBLE, enabled: can.admin },
      { ...PACKS, enabled: can.upload },
      { ...PROMOTION, enabled: delivers },
      { ...setsOf(defaultArea), enabled: can.test },
    ],
    combine: (results) => ({
      isPending: false,
      isLoading: results.some(({ isLoading }) => isLoading),
      isFetching: results.some(({ isFetching }) => isFetching),
      error: results.find(({ error }) => error)?.error,
      refetch: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
  if (status.isLoading)
    return <Skeleton variant="rounded" height={BLOCK_HEIGHT} sx={{ bgcolor: 'background.paper' }} />;
  return <QueryStatus query={status} loading={texts.loading} action={texts.load} />;
}

export function Home() {
  const { can } = useSession();
  const delivers = can.admin || can.upload;
  return (
    <>
      <BlocksStatus />
      {delivers && <FirstSteps />}
      {can.admin && <Trouble />}
      {can.upload && <OwnPacks />}
      {delivers && <ToPromote />}
      {can.test && <ChangedSets />}
    </>
  );
}
