/**
 * Asks before a set is copied or renamed, and says what happens in which area.
 *
 *   ImageSetDialog, NewName
 */
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Area } from '../../../contract/index.ts';
import { isDisId } from '../../../engine/lcdv.ts';
import { useSession } from '../../app/session.tsx';
import { namesOf } from '../../areas/areas.ts';
import { setTexts as texts } from '../../texts/imageSets.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

export interface NewName {
  readonly target: string;
  /** of a rename; undefined: in all areas that have the set */
  readonly only: 'embargo' | undefined;
}

export function ImageSetDialog({
  action,
  disId,
  areas,
  onConfirm,
  onClose,
}: {
  action: 'Copy' | 'Rename';
  disId: string;
  /** the areas that have the set */
  areas: readonly Area[];
  onConfirm: (name: NewName) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(disId);
  // A pasted name often comes with blanks.
  const target = text.trim();
  const [only, setOnly] = useState<'embargo'>();
  const isInvalid = target !== '' && !isDisId(target);
  const missing = target === disId ? texts.anotherName : isDisId(target) ? undefined : texts.typeSetId;
  return (
    <ConfirmDialog
      title={action === 'Copy' ? texts.copy.title(disId) : texts.rename.title(disId)}
      confirm={texts.actions[action]}
      missing={missing}
      onConfirm={() => onConfirm({ target, only })}
      onClose={onClose}
    >
      <TextField
        label={texts.target}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isInvalid}
        helperText={isInvalid ? texts.targetForm : ' '}
        fullWidth
        sx={{ mt: 1 }}
      />
      {action === 'Copy' ? (
        <Typography>{texts.copy.note(disId)}</Typography>
      ) : (
        <RenameScope disId={disId} areas={areas} only={only} onOnly={setOnly} />
      )}
    </ConfirmDialog>
  );
}

function RenameScope({
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
            {texts.rename.where}
          </FormLabel>
          <RadioGroup
            value={only ?? 'all'}
            onChange={(_event, value) => onOnly(value === 'embargo' ? 'embargo' : undefined)}
          >
            <FormControlLabel value="all" control={<Radio />} label={texts.rename.inAreas(namesOf(areas))} />
            <FormControlLabel value="embargo" control={<Radio />} label={texts.rename.inEmbargoOnly} />
          </RadioGroup>
        </FormControl>
      )}
      <Typography gutterBottom>
        {only === undefined
          ? texts.rename.note(disId, namesOf(areas), areas.length > 1)
          : texts.rename.embargoNote(disId, namesOf(others), others.length > 1)}
      </Typography>
      <Typography color="textSecondary">{texts.rename.later(disId)}</Typography>
    </>
  );
}
