/** Asks before a set is deleted: what is deleted in which area, as counts, and what the history keeps. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { AREA_NAMES, type SetLoss } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { namesOf } from '../../areas/areas.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { counted, someOf } from '../../ui/numbers.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';

function lossText({ area, pictures, packs, metaFiles, redirectedBy }: SetLoss): string {
  const goes = `${counted(pictures, 'picture', 'pictures')} and ${counted(metaFiles, 'meta file', 'meta files')} from ${counted(packs, 'pack', 'packs')}`;
  const redirected =
    redirectedBy.length === 0 ? '' : ` Sets that are redirected to it change with it: ${someOf(redirectedBy)}.`;
  return `${AREA_NAMES[area]}: ${goes}.${redirected}`;
}

export function DeleteSetDialog({
  disId,
  onConfirm,
  onClose,
}: {
  disId: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const deletion = useQuery({
    queryKey: ['previewSetDeletion', disId],
    queryFn: ({ signal }) => api().previewSetDeletion({ params: { id: disId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data: losses, error } = deletion;
  const missing = losses
    ? undefined
    : error
      ? 'It is not known what will be deleted.'
      : 'Checking what will be deleted …';
  return (
    <ConfirmDialog
      title={`Delete image set ${disId}`}
      confirm="Delete"
      danger
      missing={missing}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography color="error" sx={{ fontWeight: 600 }} gutterBottom>
        Warning: This cannot be undone
      </Typography>
      <QueryStatus query={deletion} loading="Checking what will be deleted" action="check what will be deleted" />
      {losses && (
        <>
          <Typography>
            {disId} disappears from {namesOf(losses.map(({ area }) => area))}:
          </Typography>
          <Box component="ul" sx={{ mt: 0.5, mb: 1.5, pl: 3 }}>
            {losses.map((loss) => (
              <Typography component="li" key={loss.area} sx={{ overflowWrap: 'anywhere' }}>
                {lossText(loss)}
              </Typography>
            ))}
          </Box>
          <Typography color="text.secondary">
            The history keeps what each area showed. To restore it, type {disId} into the filter of this list, open its
            history, and roll each area back.
          </Typography>
        </>
      )}
    </ConfirmDialog>
  );
}
