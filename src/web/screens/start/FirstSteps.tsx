/** What is to be done on a server where nothing was promoted yet: a button for each step, ticked when it is done. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { useSession } from '../../app/session.tsx';
import { homeTexts } from '../../texts/home.ts';
import { DoneIcon } from '../../ui/icons/Done.tsx';

const { steps: texts } = homeTexts;
const LinkButton = createLink(Button);
const KEY = ['home', 'steps'];

export function FirstSteps() {
  const { can } = useSession();
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api().firstSteps({ signal }) });
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
      sx={{ p: 2, border: 1, borderColor: 'primary.main', borderRadius: 1, bgcolor: 'background.paper' }}
    >
      <Typography id="first-steps" component="h2" variant="h2">
        {texts.title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 1 }}>
        {texts.note}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
        {steps
          .filter(({ isVisible }) => isVisible)
          .map(({ title, note, to, isDone }) => (
            <Box key={title} component="li" sx={{ listStyle: 'none', display: 'flex', gap: 1.5, alignItems: 'center' }}>
              <Box component="span" sx={{ width: 24, flex: 'none', display: 'flex' }}>
                {isDone && <DoneIcon color="success" titleAccess={texts.done} />}
              </Box>
              <LinkButton to={to} variant={isDone ? 'text' : 'outlined'} sx={{ width: 140, flex: 'none' }}>
                {title}
              </LinkButton>
              <Typography variant="body2" color="text.secondary">
                {note}
              </Typography>
            </Box>
          ))}
      </Box>
    </Box>
  );
}
