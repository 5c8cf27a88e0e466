/**
 * The question before a set is copied, renamed or deleted: what happens in which area.
 *
 *   Action
 *   ImageSetDialog
 */
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AREA_NAMES, type Area } from '../../../contract/index.ts';
import { isDisId } from '../../../engine/lcdv.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { counted } from '../../ui/numbers.ts';

export type Action = 'Copy' | 'Rename' | 'Delete';
/** What was confirmed. */
export interface Confirmed {
  readonly target: string;
  /** of a rename; undefined: in all areas that have the set */
  readonly only: 'embargo' | undefined;
}

const list = new Intl.ListFormat('en-GB');
const namesOf = (areas: readonly Area[]): string => list.format(areas.map((area) => AREA_NAMES[area]));

export function ImageSetDialog({
  action,
  disId,
  areas,
  onConfirm,
  onClose,
}: {
  action: Action;
  disId: string;
  /** that have the set */
  areas: readonly Area[];
  onConfirm: (confirmed: Confirmed) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(disId);
  // A name that was copied often comes with blanks.
  const target = text.trim();
  const [only, setOnly] = useState<'embargo'>();
  const bad = target !== '' && !isDisId(target);
  const missingName = target === disId ? 'Type another name.' : isDisId(target) ? undefined : 'Type a set id.';
  return (
    <ConfirmDialog
      title={`${action} image set ${disId}`}
      confirm={action}
      danger={action === 'Delete'}
      missing={action === 'Delete' ? undefined : missingName}
      onConfirm={() => onConfirm({ target, only })}
      onClose={onClose}
    >
      {action === 'Delete' ? (
        <WhatIsDeleted disId={disId} areas={areas} />
      ) : (
        <>
          <TextField
            label="Target name"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={bad}
            helperText={bad ? '16 characters: A-Z, 0-9, or x for any one character' : ' '}
            autoFocus
            fullWidth
            sx={{ mt: 1 }}
          />
          {action === 'Copy' ? (
            <Typography>
              Embargo gets another set with the content that it shows of {disId} now. Pre-Prod and Prod do not change.
            </Typography>
          ) : (
            <WhatIsRenamed disId={disId} areas={areas} only={only} onOnly={setOnly} />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function WhatIsRenamed({
  disId,
  areas,
  only,
  onOnly,
}: {
  disId: string;
  areas: readonly Area[];
  only: 'embargo' | undefined;
  onOnly: (only: 'embargo' | undefined) => void;
}) {
  const { can } = useSession();
  const others = areas.filter((area) => area !== 'embargo');
  return (
    <>
      {can.admin && areas.includes('embargo') && others.length > 0 && (
        <FormControl component="fieldset" sx={{ mb: 1 }}>
          <FormLabel component="legend" sx={{ fontSize: 12 }}>
            Where
          </FormLabel>
          <RadioGroup
            value={only ?? 'all'}
            onChange={(_event, value) => onOnly(value === 'embargo' ? 'embargo' : undefined)}
          >
            <FormControlLabel value="all" control={<Radio />} label={`In ${namesOf(areas)}`} />
            <FormControlLabel value="embargo" control={<Radio />} label="In Embargo only" />
          </RadioGroup>
        </FormControl>
      )}
      <Typography gutterBottom>
        {only === undefined
          ? `${disId} gets the new name in ${namesOf(areas)}${areas.length > 1 ? ', in all at once' : ''}. Content and dates stay.`
          : `${disId} gets the new name in Embargo. ${namesOf(others)} ${others.length > 1 ? 'keep' : 'keeps'} it under the old name.`}
      </Typography>
      <Typography color="text.secondary">
        A pack that is delivered for {disId} later makes {disId} anew. Global configurations that name it do not change.
      </Typography>
    </>
  );
}

/** The counts of what goes. */
function WhatIsDeleted({ disId, areas }: { disId: string; areas: readonly Area[] }) {
  const details = useQuery({
    queryKey: ['setDetails', disId],
    queryFn: ({ signal }) => api().setDetails({ params: { id: disId }, signal }),
    enabled: areas.includes('embargo'),
  });
  const packs = details.data?.uploadPacks ?? [];
  const pictures = packs.reduce((sum, pack) => sum + pack.pictures, 0);
  return (
    <>
      <Typography color="error" sx={{ fontWeight: 600 }} gutterBottom>
        Warning: This cannot be undone
      </Typography>
      <Typography>
        {disId} will disappear from {namesOf(areas)}.
      </Typography>
      <Typography color="text.secondary" role="status" sx={{ minHeight: '1.5em' }}>
        {details.data &&
          `In Embargo: ${counted(pictures, 'picture', 'pictures')} of ${counted(packs.length, 'pack', 'packs')}, ${counted(details.data.meta.length, 'meta file', 'meta files')}.`}
      </Typography>
    </>
  );
}
