/** No screen at this address. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <Box sx={{ p: 6, textAlign: 'center' }}>
      <Typography component="h1" variant="h1" gutterBottom>
        There is no screen at this address
      </Typography>
      <Link to="/start">Go to the start page</Link>
    </Box>
  );
}
