/**
 * The contact sheet of a set: which family its rows show, or that they are versions, the paper, the way to print it, and the
 * table.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { COLOUR_FAMILY } from '../../../engine/codes.ts';
import { sheetTexts as texts } from '../../texts/contactSheet.ts';
import { formatDate } from '../../ui/dates.ts';
import { PrintIcon } from '../../ui/icons/Print.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { SheetTable } from './SheetTable.tsx';
import type { SheetSearch } from './search.ts';
import { VERSION_ROWS } from './sheet.ts';
import { usePrint } from './usePrint.ts';
import { useSheet } from './useSheet.ts';
import type { TestSet } from './useTestSet.ts';

const PAPERS = ['A4', 'A3'] as const;
type Paper = (typeof PAPERS)[number];
/** A set may have very many versions. */
const INITIAL_VERSIONS = 50;

export function Sheet({
  set,
  search,
  onChange,
}: {
  set: TestSet;
  search: SheetSearch;
  onChange: (change: Partial<SheetSearch>) => void;
}) {
  const { area, disId, version, viewport, model, resolution, angles } = set;
  const [most, setMost] = useState(INITIAL_VERSIONS);
  const { features, families, family, byVersion, rows, side, shared } = useSheet(set, search, most);
  const print = usePrint(side, rows, angles);
  if (features.isPending) return <LoadingBar label={texts.loading} />;
  // Versions can be compared without features.
  const missing = features.error ? (
    <Alert severity="error">{features.error.message}</Alert>
  ) : !family || !resolution ? (
    <Typography sx={{ p: 4 }}>{texts.noFeatures}</Typography>
  ) : null;
  const title = byVersion ? texts.versions : (family?.title ?? '');
  const label = set.versions.find(({ versionId }) => versionId === version)?.versionLabel ?? '';
  const paper: Paper = search.paper ?? 'A4';
  const printing = print.fetched !== undefined;
  return (
    <Box sx={{ px: 2, pb: 4, '@media print': { p: 0 } }}>
      <Stack data-screen-only direction="row" spacing={2} sx={{ py: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          label={texts.rows}
          value={byVersion ? VERSION_ROWS : (family?.id ?? '')}
          onChange={({ target: { value } }) => onChange({ family: value === COLOUR_FAMILY ? undefined : value })}
          sx={{ minWidth: 200 }}
        >
          {families.map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {texts.family(title, id)}
            </MenuItem>
          ))}
          <MenuItem value={VERSION_ROWS}>{texts.versions}</MenuItem>
        </TextField>
        <Typography role="status" variant="body2" color="textSecondary">
          {texts.size(rows.length, angles.length)}
          {print.fetched !== undefined && texts.fetching(print.fetched, rows.length * angles.length)}
        </Typography>
        <ToggleChoice
          label={texts.paper}
          value={paper}
          choices={PAPERS.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ paper: next === 'A3' ? next : undefined })}
          sx={{ ml: 'auto' }}
        />
        <Button
          variant="outlined"
          size="medium"
          startIcon={<PrintIcon />}
          loading={printing}
          onClick={() => void print.start()}
        >
          {texts.print}
        </Button>
      </Stack>
      {!byVersion && missing}
      {resolution && (byVersion || !missing) && (
        <SheetTable
          label={title}
          heading={{
            title: (byVersion ? [disId] : [disId, version, label]).filter((text) => text !== '').join(' · '),
            subtitle: [
              AREA_NAMES[area],
              viewport,
              ...(shared.length > 0 ? [texts.withOptions(shared)] : byVersion ? [texts.standardOptions] : []),
              formatDate(new Date(Math.max(features.dataUpdatedAt, features.errorUpdatedAt)).toISOString()),
            ].join(' · '),
          }}
          rows={rows}
          angles={angles}
          resolution={resolution}
          side={side}
          test={{ area, disId, viewport, model, test: true }}
          compared={byVersion}
          paper={paper}
          printing={printing}
        />
      )}
      {byVersion && set.versions.length > rows.length && (
        <Button data-screen-only onClick={() => setMost((before) => before * 2)} sx={{ mt: 2 }}>
          {texts.showMore(rows.length, set.versions.length)}
        </Button>
      )}
    </Box>
  );
}
