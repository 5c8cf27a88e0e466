/** The landing page: who is signed in, the areas that they may see, what waits for them, and where to go. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../../app/lazyFile.ts';
import { visibleMenu } from '../../app/menu.ts';
import { useSession } from '../../app/session.tsx';
import { useWhenIdle } from '../../app/whenIdle.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { startTexts as texts } from '../../texts/start.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useTitle } from '../../ui/useTitle.ts';

// Loaded when the page is idle: it is not in the first load.
const loadHome = () => import('./Home.tsx');
const Home = lazyPart(loadHome, 'Home');
/** Beside the blocks, the links do not move while the blocks load; in a narrow window they are below. */
const COLUMNS = { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' };
const LOADING = <Box sx={{ height: 160, borderRadius: 1, bgcolor: 'background.paper' }} />;

export function Start() {
  useTitle('');
  const { username, can, areas } = useSession();
  const [ready, setReady] = useState(false);
  useWhenIdle(
    useCallback(async () => {
      await loadHome();
      setReady(true);
    }, []),
  );
  const hasBlocks = can.admin || can.upload || can.test;
  const entries = visibleMenu(can).flatMap((item) =>
    item.entries.map((entry) => ({
      ...entry,
      name: item.name === 'status' ? texts.status(entry.label) : entry.label,
    })),
  );
  return (
    <Box sx={{ width: '100%', maxWidth: { xs: 1000, xl: 1320 }, mx: 'auto', px: 3, py: 4 }}>
      <ScreenHeading variant="h4" sx={{ fontWeight: 650, letterSpacing: '-0.02em' }} gutterBottom>
        {texts.welcome(username)}
      </ScreenHeading>
      <Stack
        direction="row"
        spacing={1}
        sx={{ alignItems: 'center', m: 0, mb: 4, p: 0, minHeight: 28 }}
        component="ul"
        aria-label={texts.areas}
      >
        {areas.length === 0 ? (
          <Typography component="li" color="textSecondary" sx={{ listStyle: 'none' }}>
            {can.upload ? texts.noAreaNeeded : texts.noArea}
          </Typography>
        ) : (
          areas.map((area) => (
            <Box key={area} component="li" sx={{ listStyle: 'none' }}>
              <AreaChip area={area} />
            </Box>
          ))
        )}
      </Stack>
      <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: hasBlocks ? COLUMNS : undefined }}>
        {hasBlocks && (
          <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
            {ready ? (
              <Suspense fallback={LOADING}>
                <Home />
              </Suspense>
            ) : (
              LOADING
            )}
          </Box>
        )}
        <Box component="nav" aria-label={texts.screens} sx={{ display: 'grid', gap: 0.5 }}>
          {entries.map((entry) => (
            <Box
              key={entry.to}
              component={Link}
              to={entry.to}
              sx={{
                px: 1.5,
                py: 0.75,
                borderRadius: 1,
                color: 'inherit',
                textDecoration: 'none',
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Typography component="h2" variant="body1" sx={{ fontWeight: 600 }}>
                {entry.name}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {entry.description}
              </Typography>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
