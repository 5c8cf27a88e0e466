/**
 * What a contact sheet consists of: a row for each feature of a family, or for each version; a column for each angle.
 *
 *   familiesOf         the families with features to choose, colours and trims first
 *   rowsOf             the features of a family, each with the options that show it
 *   VERSION_ROWS       in place of a family: the rows are versions
 *   versionRows        the versions of a set, each with the same options
 *   sideOfRow          what the pictures of a row show
 *   sheetResolution    a size that fits on paper
 */
import type { OfferedFeature, ResolutionAnswer, SetVersion } from '../../../contract/index.ts';
import { COLOUR_FAMILY, joinChoice, splitChoice, TRIM_FAMILY } from '../../../engine/codes.ts';
import { sheetTexts } from '../../texts/contactSheet.ts';
import type { Side } from './comparison.ts';

export interface Family {
  readonly id: string;
  readonly title: string;
}
export interface SheetRow {
  /** of the feature, or of the version */
  readonly id: string;
  readonly label: string;
  readonly version: string;
  /** the chosen features; of a family's row with this one in place of the other of its family */
  readonly options: readonly string[];
}

const TITLES: Readonly<Record<string, string>> = {
  [COLOUR_FAMILY]: sheetTexts.colours,
  [TRIM_FAMILY]: sheetTexts.trims,
};
const rank = (id: string) => (id === COLOUR_FAMILY ? 0 : id === TRIM_FAMILY ? 1 : 2);

export function familiesOf(offered: readonly OfferedFeature[]): Family[] {
  const found = new Map<string, Family>();
  for (const { featureClass: id, categoryName } of offered) {
    if (!found.has(id)) found.set(id, { id, title: TITLES[id] ?? categoryName });
  }
  return [...found.values()].sort((a, b) => rank(a.id) - rank(b.id));
}

export function rowsOf(
  offered: readonly OfferedFeature[],
  family: string,
  { version, chosen }: { version: string; chosen: readonly string[] },
): SheetRow[] {
  const features = offered.filter(({ featureClass }) => featureClass === family);
  const own = new Set(features.map(({ featureId }) => featureId));
  const others = chosen.filter((id) => !own.has(id));
  return features.map(({ featureId, featureLabel }) => ({
    id: featureId,
    label: featureLabel,
    version,
    options: joinChoice(splitChoice([...others, featureId])),
  }));
}

/** Families have codes of two characters, so that no family is meant. */
export const VERSION_ROWS = 'versions';

/** The chosen version first, so that the others are compared with it. @param most rows: a set may have very many versions */
export function versionRows(
  versions: readonly SetVersion[],
  { version, chosen }: { version: string; chosen: readonly string[] },
  most: number,
): SheetRow[] {
  const first = versions.filter(({ versionId }) => versionId === version);
  const others = versions.filter(({ versionId }) => versionId !== version);
  return [...first, ...others.slice(0, most)].slice(0, most).map(({ versionId, versionLabel }) => ({
    id: versionId,
    label: versionLabel || versionId,
    version: versionId,
    options: chosen,
  }));
}

export const sideOfRow = (side: Side, { version, options }: SheetRow): Side => ({ ...side, version, options });

/** Pixels: a picture on a screen or an A4 page shows no more. */
const SUFFICIENT_WIDTH = 320;

/** Of those with the most angles: the smallest that is wide enough, else the widest. */
export function sheetResolution(resolutions: readonly ResolutionAnswer[]): ResolutionAnswer | undefined {
  const most = Math.max(...resolutions.map(({ angleNameList }) => angleNameList.length));
  const complete = resolutions
    .filter(({ angleNameList }) => angleNameList.length === most)
    .sort((a, b) => a.width - b.width);
  return complete.find(({ width }) => width >= SUFFICIENT_WIDTH) ?? complete.at(-1);
}
