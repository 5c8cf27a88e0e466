/** The configuration that shows a finding, in the viewer: at the angles that the finding names, or at all of them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Area, QualityFinding } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { fittingResolution } from '../../pictures/fittingResolution.ts';
import { OpenedViewer } from '../../pictures/useViewer.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { viewedPicture } from '../catalogue/viewedPicture.ts';

export type PaintedFinding = QualityFinding & Required<Pick<QualityFinding, 'example' | 'viewport'>>;

export const isPainted = (finding: QualityFinding): finding is PaintedFinding =>
  finding.example !== undefined && finding.viewport !== undefined;

export function FindingPictures({
  area,
  disId,
  finding: { viewport, driver, example, angles: named },
  onClose,
}: {
  area: Area;
  disId: string;
  finding: PaintedFinding;
  onClose: () => void;
}) {
  const [index, setIndex] = useState(0);
  const resolutions = useQuery({
    queryKey: ['resolutions', area, disId, viewport],
    queryFn: ({ signal }) => api(area).resolutions({ params: { id: disId }, query: { viewPort: viewport }, signal }),
  });
  useFailureNotice(resolutions.error, 'load resolutions');
  if (!resolutions.data) return null;
  const angles = named ?? [...new Set(resolutions.data.flatMap(({ angleNameList }) => angleNameList))];
  const pictures = angles.map((angle) => {
    const delivered = resolutions.data.filter(({ angleNameList }) => angleNameList.includes(angle));
    const size = fittingResolution(delivered, window.innerWidth)?.resolutionName;
    const { version, features: options } = example;
    const side = { area, disId, version, viewport, model: driver ?? 'LHD', size, options, layers: undefined };
    return viewedPicture(side, angle, [version, ...options]);
  });
  return <OpenedViewer pictures={pictures} index={index} angles onIndex={setIndex} onClose={onClose} />;
}
