/** Asks before promoting: what will change in the target, for one or many, and a note for the history. */

import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { AREA_NAMES, type Area } from '../../../contract/index.ts';
import { useSession } from '../../app/session.tsx';
import { CarCell } from '../../areas/cars.tsx';
import { promotionTexts, qualityCountTexts as qualityTexts } from '../../texts/promotion.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ExpandMoreIcon } from '../../ui/icons/ExpandMore.tsx';
import type { ContentKind, PromotedPart } from './content.ts';
import { DiffCounts, DiffView } from './DiffView.tsx';
import { NoteField, noteOf } from './NoteField.tsx';
import { type Quality, QualityWarning, qualityText } from './quality.tsx';

const { promoteDialog: texts } = promotionTexts;
const Link = createLink(MuiLink);
const NOTE_LENGTH = 2000;
/** Beyond this number, each is compared only when it is opened, because a comparison reads both states of a set. */
const COUNTED_KEYS = 10;

export function PromoteDialog({
  kind,
  keys,
  source,
  target,
  part,
  quality,
  isLoading,
  onHoldBack,
  onPromote,
  onClose,
}: {
  kind: ContentKind;
  keys: readonly string[];
  source: Area;
  target: Area;
  part: PromotedPart;
  /** set id -> counts of the quality report in the source area */
  quality: Quality;
  /** the reports */
  isLoading: boolean;
  /** leaves these out of several */
  onHoldBack: (keys: readonly string[]) => void;
  /** the note is undefined if none was written */
  onPromote: (note: string | undefined) => void;
  onClose: () => void;
}) {
  const { areas } = useSession();
  const [note, setNote] = useState('');
  const [only = ''] = keys;
  const change = { source, target, what: part };
  const subject = keys.length === 1 ? only : (kind === 'dis' ? texts.sets : texts.packs)(keys.length);
  const names = keys.length === 1 ? only : texts.each;
  const errorsOf = (key: string) => quality.get(key)?.errors ?? 0;
  const asksReason = target === 'prod' && keys.some((key) => errorsOf(key) > 0);
  const missing =
    target === 'prod' && isLoading
      ? qualityTexts.loading
      : asksReason && noteOf(note) === undefined
        ? qualityTexts.reasonMissing
        : undefined;
  const whole = kind === 'dis' ? texts.wholeSet : texts.wholePack;
  return (
    <ConfirmDialog
      title={(part === 'all' ? texts.title : texts.metadataTitle)(subject)}
      confirm={texts.confirm(AREA_NAMES[target])}
      tall
      danger={target === 'prod'}
      missing={missing}
      onConfirm={() => onPromote(noteOf(note))}
      onClose={onClose}
    >
      <Typography gutterBottom>
        {(part === 'all' ? whole : texts.metadata)(AREA_NAMES[target], AREA_NAMES[source], names)}
      </Typography>
      <QualityWarning keys={keys} quality={quality} area={source} onHoldBack={onHoldBack} />
      <NoteField
        note={note}
        onNote={setNote}
        maxLength={NOTE_LENGTH}
        {...(asksReason && { label: qualityTexts.reason })}
      />
      {kind === 'dis' && keys.length === 1 && areas.includes(source) && areas.includes(target) && (
        <Link
          to="/dynamic/compare"
          search={{ area: source, withArea: target, disId: only, test: true }}
          target="_blank"
        >
          {texts.compare}
        </Link>
      )}
      {keys.length === 1 ? (
        <DiffView content={{ kind, key: only }} change={change} />
      ) : (
        keys
          .toSorted((a, b) => errorsOf(b) - errorsOf(a))
          .map((key) => (
            <Accordion key={key} variant="outlined" disableGutters slotProps={{ transition: { unmountOnExit: true } }}>
              <AccordionSummary expandIcon={<ExpandMoreIcon />}>
                <Box component="span" sx={{ width: 260, flex: 'none', fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {kind === 'dis' ? <CarCell disId={key}>{key}</CarCell> : key}
                </Box>
                {keys.length <= COUNTED_KEYS && <DiffCounts content={{ kind, key }} change={change} />}
                <Box component="span" sx={{ ml: 'auto', pl: 2, color: errorsOf(key) > 0 ? 'error.main' : undefined }}>
                  {qualityText(quality.get(key))}
                </Box>
              </AccordionSummary>
              <AccordionDetails>
                <DiffView content={{ kind, key }} change={change} />
              </AccordionDetails>
            </Accordion>
          ))
      )}
    </ConfirmDialog>
  );
}
