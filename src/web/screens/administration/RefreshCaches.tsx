/** Refresh caches (/admin/refresh-caches): one button an area. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { AREAS, type Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices, PREFIXES } from '../../texts/notices.ts';
import { prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

/** As the specification writes the buttons. */
const LABELS: Readonly<Record<Area, string>> = { embargo: 'Embargo', preprod: 'Preprod', prod: 'Prod' };

function RefreshButton({ area }: { area: Area }) {
  const notify = useNotify();
  const refresh = useMutation({
    mutationFn: () => api(area).clearAllCaches({ query: { area } }),
    onSuccess: () => notify('success', notices.cacheRefreshed(area)),
    onError: (error) => notify('error', prefixedFailure(PREFIXES.caches(area), error)),
  });
  return (
    <Button
      variant="outlined"
      size="large"
      loading={refresh.isPending}
      onClick={() => refresh.mutate()}
      sx={{
        width: 250,
        borderLeft: 6,
        borderLeftColor: `${area}.main`,
        '&:hover': { borderLeftColor: `${area}.main` },
      }}
    >
      Refresh caches for {LABELS[area]}
    </Button>
  );
}

export function RefreshCaches() {
  return (
    <>
      <ScreenBar title="Refresh caches" />
      <Stack spacing={2} sx={{ p: 2, maxWidth: 900 }}>
        <Alert severity="info" variant="outlined">
          Pictures and sets are kept in memory and always up to date. Refreshing makes the server read them from the
          store again: nothing is lost, the next pictures take a moment longer.
        </Alert>
        <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {AREAS.map((area) => (
            <RefreshButton key={area} area={area} />
          ))}
        </Stack>
      </Stack>
    </>
  );
}
