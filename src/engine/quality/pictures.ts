/**
 * Checks the pictures of a set by viewport, driver type and angle.
 *
 *   checkPictures
 */
import { type Finding, findingOf } from './findings.ts';
import { type IsDelivered, missingAngles, missingPictures } from './missingPictures.ts';
import { sizeMismatches, unusedPictures } from './strayPictures.ts';
import { DRIVERS, parsePicturePath, type ViewportPictures } from './viewportPictures.ts';

export function checkPictures(view: ViewportPictures): Finding[] {
  const { viewport, profile, layers, pictures, own } = view;
  const delivered = new Set(
    (['common', ...DRIVERS] as const).flatMap((source) =>
      [...pictures[source].keys()].map((path) => `${source} ${parsePicturePath(path).angle}`),
    ),
  );
  const isDelivered: IsDelivered = (angle, driver) =>
    delivered.has(`common ${angle}`) || delivered.has(`${driver} ${angle}`);
  const findings: Finding[] = [];
  if (profile) for (const finding of missingAngles(view, profile, isDelivered)) findings.push(finding);
  else if (delivered.size > 0 || layers?.families.some((family) => family.layers.length > 0)) {
    const message = `No asset profile says which angles and resolutions the ${viewport} has: it cannot be looked at.`;
    findings.push(findingOf('profile-missing', { viewport, place: 'asset-profile.xml', message }));
  }
  if (!own) return findings;
  return [...findings, ...missingPictures(view, isDelivered), ...sizeMismatches(view), ...unusedPictures(view)];
}
