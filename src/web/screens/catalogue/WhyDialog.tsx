/** Why each layer family is painted as it is: the rule that won, those tried before it, and the parts that were not met. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Explanation } from '../../../contract/index.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';

const { why: texts } = testTexts;

export function WhyDialog({ explanation, onClose }: { explanation: UseQueryResult<Explanation>; onClose: () => void }) {
  return (
    <ViewDialog title={texts.title} dividers onClose={onClose}>
      <QueryStatus query={explanation} loading={texts.loading} />
      {explanation.data && (
        <>
          <Typography variant="body2" color="text.secondary" gutterBottom>
            {texts.effectiveOptions(explanation.data.effectiveOptions)}
          </Typography>
          {explanation.data.families.map(({ family, winner, tried }) => (
            <Box key={family} component="section" sx={{ mb: 2 }}>
              <Typography component="h3" variant="h2">
                {texts.family(family, winner?.layer)}
              </Typography>
              <Box component="ol" sx={{ m: 0, pl: 3, '& code': { fontSize: 12 } }}>
                {tried.map((rule) => (
                  <li key={rule.rule}>
                    {rule.layer}: <code>{rule.condition}</code> – {texts.notMet} <code>{rule.failed.join(', ')}</code>
                  </li>
                ))}
                {winner && (
                  <li>
                    <strong>{winner.layer}</strong>: <code>{winner.condition}</code> – {texts.met}
                  </li>
                )}
              </Box>
            </Box>
          ))}
        </>
      )}
    </ViewDialog>
  );
}
