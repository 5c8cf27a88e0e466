/** Shown in place of a screen: what happened, and a link to the start page. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import { noScreenTexts } from '../texts/noScreen.ts';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { useTitle } from '../ui/useTitle.ts';

const LinkButton = createLink(Button);

export function NoScreen({ title, text }: { title: string; text: string }) {
  useTitle(title);
  return (
    <Box sx={{ p: 6, display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 1, textAlign: 'center' }}>
      <ScreenHeading>{title}</ScreenHeading>
      <Typography color="textSecondary" sx={{ mb: 1, maxWidth: 560 }}>
        {text}
      </Typography>
      <LinkButton to="/start" variant="contained" size="medium">
        {noScreenTexts.toStart}
      </LinkButton>
    </Box>
  );
}
