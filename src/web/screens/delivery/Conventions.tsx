/** The file name conventions of delivery packs, as the upload screen lists them. */
import Box from '@mui/material/Box';

const ROWS = [
  ['meta…zip', 'rules, features, versions and layers of one or many sets, one folder per set'],
  ['meta-<set id>…zip', 'the same for one set, with the files at the top level'],
  ['image-ext-<set id>…zip', 'exterior pictures for both driver types'],
  ['image-int-<set id>…zip', 'interior pictures for both driver types'],
  ['image-ext-lhd-<set id>…zip, image-int-rhd-<set id>…zip, …', 'pictures for one driver type only'],
  ['static…zip', 'static pictures: colours, trims, features, CO2 classes, dimensions'],
  ['oneLayer…zip', 'small sets whose pictures are the whole car'],
] as const;

export function Conventions() {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 0.75 }}
    >
      {ROWS.map(([name, text]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ fontFamily: 'monospace' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
            {text}
          </Box>
        </Box>
      ))}
      <Box component="dt">Set id</Box>
      <Box component="dd" sx={{ m: 0, color: 'text.secondary' }}>
        16 characters: capital letters A-Z, digits, or lower-case x for any one character
      </Box>
    </Box>
  );
}
