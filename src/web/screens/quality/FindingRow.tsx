/** A finding of the quality report: where it is and, if there is one, a link to the configuration that shows it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Area, QualityFinding } from '../../../contract/index.ts';
import { placeWithLine } from '../../../engine/quality/findings.ts';
import { useSession } from '../../app/session.tsx';
import { qualityTexts as texts } from '../../texts/quality.ts';
import { SetText } from '../../ui/SetLink.tsx';
import { FindingPictures, isPainted } from './FindingPictures.tsx';

export function FindingRow({ area, disId, finding }: { area: Area; disId: string; finding: QualityFinding }) {
  const router = useRouter();
  const { areas } = useSession();
  const [open, setOpen] = useState(false);
  const { viewport, driver, angles, place, line, message, example } = finding;
  const where = [viewport, driver, angles && texts.angles(angles)];
  const view = { area, disId, viewport, model: driver, ...(angles && { angles: [...angles] }) };
  // Without a version, the link fills in the form of the test as far as possible.
  const test = example
    ? {
        to: '/dynamic/options' as const,
        search: { ...view, version: example.version, options: [...example.features], test: true as const },
      }
    : viewport && { to: '/dynamic/validate' as const, search: view };
  const linkText = example ? texts.showVersion(example.version, example.features) : texts.showSet;
  return (
    <Box component="li" sx={{ listStyle: 'none', py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="body2">
        <SetText text={message} />
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {[...where.filter(Boolean), placeWithLine({ place, line })].join(' · ')}
      </Typography>
      {test && (
        <Link href={router.buildLocation(test).publicHref} variant="body2">
          {linkText}
        </Link>
      )}
      {isPainted(finding) && areas.includes(area) && (
        <Button size="small" aria-label={texts.enlarge(message)} onClick={() => setOpen(true)} sx={{ ml: 1, py: 0 }}>
          {texts.enlargeShort}
        </Button>
      )}
      {open && isPainted(finding) && (
        <FindingPictures area={area} disId={disId} finding={finding} onClose={() => setOpen(false)} />
      )}
    </Box>
  );
}
