/** The layers at a point of a picture, topmost first, with the file of each, and a report of it for the clipboard. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PictureLayer } from '../../contract/index.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { copyText } from '../ui/copy.ts';
import { QueryStatus } from '../ui/QueryStatus.tsx';
import { LayerFile } from './LayerFile.tsx';
import { reportText, visibleLayers } from './report.ts';
import type { Point, ViewedPicture } from './viewerPicture.ts';

const { here: texts, file: fileTexts } = viewerTexts;

function Layer({ layer }: { layer: PictureLayer }) {
  const { family, layer: name, at } = layer;
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box
          aria-hidden
          sx={{
            ...{ width: 14, height: 14, flex: 'none', border: 1, borderColor: 'divider', borderRadius: 0.5 },
            bgcolor: at && `rgb(${at.rgba.slice(0, 3).join(' ')})`,
          }}
        />
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere', flex: 1 }}>
          {fileTexts.family(family, name)}
        </Typography>
      </Box>
      {at && at.share > 0 && (
        <Typography variant="caption" sx={{ display: 'block' }}>
          {texts.share(at.share)}
        </Typography>
      )}
      <LayerFile file={layer} />
    </Box>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

export function WhatIsHere({ picture, point }: { picture: ViewedPicture; point: Point | undefined }) {
  const { queryKey, layersAt, about = [] } = picture;
  const found = useQuery({
    queryKey: ['layersAt', queryKey, point],
    queryFn: point && layersAt ? ({ signal }) => layersAt(point, signal) : skipToken,
  });
  const [copied, setCopied] = useState<{ point: Point; worked: boolean }>();
  if (!point) {
    return (
      <Typography variant="body2" color="textSecondary">
        {texts.hint}
      </Typography>
    );
  }
  const visible = found.data ? visibleLayers(found.data) : [];
  const covered = found.data?.layers.filter(({ at }) => at && at.share === 0 && at.rgba[3] !== 0) ?? [];
  const copy = async () => {
    if (!found.data) return;
    setCopied({ point, worked: await copyText(reportText(found.data, point, about, window.location.href)) });
  };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, minHeight: 32 }}>
        <Typography component="h2" variant="h2" sx={{ flex: 1, fontVariantNumeric: 'tabular-nums' }}>
          {texts.title(point.x, point.y)}
        </Typography>
        <Button variant="outlined" disabled={!found.data} onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </Box>
      <QueryStatus query={found} loading={texts.loading} />
      <Typography role="status" variant="body2" sx={{ mb: 1 }}>
        {copied?.point === point
          ? copied.worked
            ? texts.copied
            : texts.notCopied
          : found.data && (visible.length === 0 ? texts.nothing : texts.found(visible.length))}
      </Typography>
      <Box component="ol" sx={LIST}>
        {visible.map((layer) => (
          <Layer key={layer.layer} layer={layer} />
        ))}
      </Box>
      {covered.length > 0 && (
        <Box component="details" sx={{ mt: 1 }}>
          <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', py: 0.5 }}>
            {texts.covered(covered.length)}
          </Typography>
          <Box component="ol" sx={LIST}>
            {covered.map((layer) => (
              <Layer key={layer.layer} layer={layer} />
            ))}
          </Box>
        </Box>
      )}
    </>
  );
}
