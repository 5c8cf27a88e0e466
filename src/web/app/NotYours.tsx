/** A screen that the roles of whoever is signed in do not open. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';

export function NotYours() {
  return (
    <Box sx={{ p: 6, textAlign: 'center' }}>
      <Typography component="h1" variant="h1" gutterBottom>
        Your roles do not open this screen
      </Typography>
      <Typography color="text.secondary" gutterBottom>
        An administrator can give you the role that it needs.
      </Typography>
      <Link to="/start">Go to the start page</Link>
    </Box>
  );
}
