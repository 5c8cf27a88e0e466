/**
 * What the last click changed: layers swapped, options added, removed and dropped. Its space is reserved from the
 * start, so that nothing moves when it is filled.
 */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { testTexts } from '../../texts/testScreens.ts';
import { ArrowForwardIcon } from '../../ui/icons/ArrowForward.tsx';
import type { LayerChange, OptionChange } from './clickChanges.ts';

const { lastClick: texts, features } = testTexts;
const nothing = <i>{texts.nothing}</i>;
/** four lines, pixels; more scroll */
const HEIGHT = 84;

export function LastClick({
  layers,
  options,
  dropped,
}: {
  /** undefined: there was no click yet */
  layers: readonly LayerChange[] | undefined;
  options: readonly OptionChange[];
  /** chosen features that are no longer offered */
  dropped: readonly string[];
}) {
  return (
    <Box component="section" aria-label={texts.title} tabIndex={0} sx={{ height: HEIGHT, overflow: 'auto' }}>
      {dropped.length > 0 && (
        <Typography variant="body2" color="warning" role="status" sx={{ overflowWrap: 'anywhere' }}>
          {features.dropped(dropped)}
        </Typography>
      )}
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {texts.title}
      </Typography>
      {layers === undefined ? (
        <Typography variant="body2" color="textSecondary">
          {texts.notYet}
        </Typography>
      ) : (
        <Changes layers={layers} options={options} />
      )}
    </Box>
  );
}

const wordsOf = (option: OptionChange['before']) => option && texts.option(option.label, option.id);

function Changes({ layers, options }: { layers: readonly LayerChange[]; options: readonly OptionChange[] }) {
  return (
    <>
      {options.map(({ family, before, after }) => (
        <Change
          key={`${family} ${before?.id} ${after?.id}`}
          of={family}
          before={wordsOf(before)}
          after={wordsOf(after)}
        />
      ))}
      {layers.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {texts.noLayers}
        </Typography>
      )}
      {layers.map(({ family, before, after }) => (
        <Change key={family} of={family} before={before} after={after} />
      ))}
    </>
  );
}

function Change({ of, before, after }: { of: string; before: string | undefined; after: string | undefined }) {
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', gap: 0.5, alignItems: 'center', flexWrap: 'wrap', overflowWrap: 'anywhere' }}
    >
      {of !== '' && `${of}: `}
      {before ?? nothing}
      <ArrowForwardIcon titleAccess={texts.became} sx={{ fontSize: 14, color: 'text.secondary' }} />
      <b>{after ?? nothing}</b>
    </Typography>
  );
}
