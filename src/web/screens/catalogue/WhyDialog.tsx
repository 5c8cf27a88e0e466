/**
 * Why each layer family is painted as it is: the rule that won, those tried before it, the parts that were not met, and the
 * file that the layer is painted from.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Explanation, PictureLayers } from '../../../contract/index.ts';
import { LayerFile } from '../../pictures/LayerFile.tsx';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';

const { why: texts } = testTexts;

export function WhyDialog({
  explanation,
  picture: { queryKey, layersAt },
  labelOf,
  onClose,
}: {
  explanation: UseQueryResult<Explanation>;
  /** the one that is explained */
  picture: ViewedPicture;
  /** of an option, by its id */
  labelOf: (id: string) => string | undefined;
  onClose: () => void;
}) {
  const files = useQuery({
    queryKey: ['pictureLayers', queryKey],
    queryFn: layersAt ? ({ signal }) => layersAt(undefined, signal) : skipToken,
  });
  const fileOf = (name: string | undefined) => files.data?.layers.find(({ layer }) => layer === name);
  return (
    <ViewDialog title={texts.title} dividers onClose={onClose}>
      <QueryStatus query={explanation} loading={texts.loading} />
      {explanation.data && (
        <>
          <Typography variant="body2" color="textSecondary" gutterBottom>
            {texts.effectiveOptions(
              explanation.data.effectiveOptions.map((id) => testTexts.lastClick.option(labelOf(id), id)),
            )}
          </Typography>
          {files.error && <QueryStatus query={files} loading={texts.loading} />}
          {explanation.data.families.map(({ family, winner, tried }) => (
            <Box key={family} component="section" sx={{ mb: 2 }}>
              <Typography component="h3" variant="h2">
                {texts.family(family, winner?.layer)}
              </Typography>
              {winner && <Painted file={fileOf(winner.layer)} isKnown={files.data !== undefined} />}
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

/** Its space is reserved while the files are loading. */
function Painted({ file, isKnown }: { file: PictureLayers['layers'][number] | undefined; isKnown: boolean }) {
  return (
    <Box sx={{ minHeight: 40 }}>
      {file ? (
        <LayerFile file={file} />
      ) : (
        isKnown && (
          <Typography variant="caption" color="textSecondary">
            {texts.noPicture}
          </Typography>
        )
      )}
    </Box>
  );
}
