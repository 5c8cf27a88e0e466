/** The file name conventions of delivery packs, as the upload screen lists them. */
import Box from '@mui/material/Box';
import { uploadTexts as texts } from '../../texts/upload.ts';

export function Conventions() {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 0.75 }}
    >
      {texts.names.map(([name, text]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ fontFamily: 'monospace' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
            {text}
          </Box>
        </Box>
      ))}
      <Box component="dt">{texts.setId}</Box>
      <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
        {texts.setIdForm}
      </Box>
    </Box>
  );
}
