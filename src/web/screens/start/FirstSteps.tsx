/** The first steps on a server where nothing was promoted yet: a button for each step, ticked when it is done. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { useSession } from '../../app/session.tsx';
import { homeTexts } from '../../texts/home.ts';
import { failureText } from '../../ui/failure.ts';
import { DoneIcon } from '../../ui/icons/Done.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { sendSamplePacks } from './samplePacks.ts';

const { steps: texts } = homeTexts;
const LinkButton = createLink(Button);
const KEY = ['home', 'steps'];
export const FIRST_STEPS = {
  queryKey: KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) => api().firstSteps({ signal }),
};
const BUTTON = { width: 150, flex: 'none' } as const;

function Step({ note, isDone, children }: { note: string; isDone: boolean; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{ listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}
    >
      <Box component="span" sx={{ width: 24, flex: 'none', display: 'flex' }}>
        {isDone && <DoneIcon color="success" titleAccess={texts.done} />}
      </Box>
      {children}
      {/* Below the button, where there is no room beside it. */}
      <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 150px', minWidth: 0 }}>
        {note}
      </Typography>
    </Box>
  );
}

/** Sample cars, for users who have no packs at hand. The shell shows the progress of their upload. */
function SampleStep({ isDone }: { isDone: boolean }) {
  const { areas } = useSession();
  const notify = useNotify();
  const load = useMutation({
    mutationFn: sendSamplePacks,
    onError: (error) => notify('error', failureText(texts.sample.action, error)),
  });
  if (isDone) {
    return areas.includes('embargo') ? (
      <Step note={texts.sample.doneNote} isDone>
        <LinkButton to="/dynamic/options" search={{ area: 'embargo' }} variant="text" sx={BUTTON}>
          {texts.sample.look}
        </LinkButton>
      </Step>
    ) : null;
  }
  return (
    <Step note={texts.sample.note} isDone={false}>
      <Button variant="contained" loading={load.isPending} onClick={() => load.mutate()} sx={BUTTON}>
        {texts.sample.title}
      </Button>
    </Step>
  );
}

export function FirstSteps() {
  const { can } = useSession();
  const { data } = useQuery(FIRST_STEPS);
  useJobChanges(data?.done === false ? KEY : undefined);
  if (!data || data.done) return null;
  const steps = [
    { ...texts.configurations, to: '/admin/manage-global-configs', isDone: data.configurations, isVisible: can.admin },
    { ...texts.metaPack, to: '/upload', isDone: data.metaPack, isVisible: true },
    { ...texts.pictures, to: '/upload', isDone: data.pictures, isVisible: true },
    { ...texts.users, to: '/admin/users', isDone: data.users, isVisible: can.admin },
    { ...texts.promote, to: '/promote/dynamic', isDone: false, isVisible: true },
  ] as const;
  return (
    <Box
      component="section"
      aria-labelledby="first-steps"
      sx={{ p: 2, border: 1, borderColor: 'primary.main', borderRadius: 1, bgcolor: 'background.paper', minWidth: 0 }}
    >
      <Typography id="first-steps" component="h2" variant="h2">
        {texts.title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {texts.note}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
        <SampleStep isDone={data.metaPack && data.pictures} />
        {steps
          .filter(({ isVisible }) => isVisible)
          .map(({ title, note, to, isDone }) => (
            <Step key={title} note={note} isDone={isDone}>
              <LinkButton to={to} variant={isDone ? 'text' : 'outlined'} sx={BUTTON}>
                {title}
              </LinkButton>
            </Step>
          ))}
      </Box>
    </Box>
  );
}
