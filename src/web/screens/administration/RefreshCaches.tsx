/** Refresh caches (/admin/refresh-caches): one button for each area. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import { AREAS, type Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices, PREFIXES } from '../../texts/notices.ts';
import { cachesTexts as texts } from '../../texts/refreshCaches.ts';
import { prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

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
      {texts.refresh[area]}
    </Button>
  );
}

export function RefreshCaches() {
  return (
    <>
      <ScreenBar title={texts.title} />
      <Stack spacing={2} sx={{ p: 2, maxWidth: 900 }}>
        <Alert severity="info" role="note" variant="outlined">
          {texts.note}
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
