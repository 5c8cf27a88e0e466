/** The landing page: who is signed in, the areas that they may see, and where to go. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { visibleMenu } from '../../app/menu.ts';
import { useSession } from '../../app/session.tsx';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { startTexts as texts } from '../../texts/start.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useTitle } from '../../ui/useTitle.ts';

export function Start() {
  useTitle('');
  const { username, can, areas } = useSession();
  const entries = visibleMenu(can).flatMap((item) =>
    item.entries.map((entry) => ({
      ...entry,
      name: item.label === 'Status' ? texts.status(entry.label) : entry.label,
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
          <Typography component="li" color="text.secondary" sx={{ listStyle: 'none' }}>
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
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))' }}>
        {entries.map((entry) => (
          <Card key={entry.to} variant="outlined">
            <CardActionArea component={Link} to={entry.to} sx={{ p: 2 }}>
              <Typography component="h2" variant="h2">
                {entry.name}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {entry.description}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Box>
  );
}
