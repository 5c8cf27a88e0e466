/** Asks before a set is deleted: what is deleted in which area, as counts, and what the history keeps. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { AREA_NAMES, type SetLoss } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { namesOf } from '../../areas/areas.ts';
import { setTexts } from '../../texts/imageSets.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { someOf } from '../../ui/numbers.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { SetText } from '../../ui/SetLink.tsx';

const { delete: texts } = setTexts;

const lossText = (loss: SetLoss): string =>
  texts.loss(AREA_NAMES[loss.area], loss) +
  (loss.redirectedBy.length === 0 ? '' : texts.redirected(someOf(loss.redirectedBy)));

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
  const missing = losses ? undefined : error ? texts.notKnown : texts.checkingFirst;
  return (
    <ConfirmDialog
      title={texts.title(disId)}
      confirm={setTexts.actions.Delete}
      danger
      missing={missing}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography color="error" sx={{ fontWeight: 600 }} gutterBottom>
        {texts.warning}
      </Typography>
      <QueryStatus query={deletion} loading={texts.checking} action={texts.check} />
      {losses && (
        <>
          <Typography>{texts.areas(disId, namesOf(losses.map(({ area }) => area)))}</Typography>
          <Box component="ul" sx={{ mt: 0.5, mb: 1.5, pl: 3 }}>
            {losses.map((loss) => (
              <Typography component="li" key={loss.area} sx={{ overflowWrap: 'anywhere' }}>
                <SetText text={lossText(loss)} />
              </Typography>
            ))}
          </Box>
          <Typography color="textSecondary">{texts.history(disId)}</Typography>
        </>
      )}
    </ConfirmDialog>
  );
}
