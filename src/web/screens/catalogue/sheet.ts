/**
 * What a contact sheet consists of: a row for each feature of a family, a column for each angle.
 *
 *   familiesOf         the families with features to choose, colours and trims first
 *   rowsOf             the features of a family, each with the options that show it
 *   sheetResolution    a size that fits on paper
 */
import type { OfferedFeature, ResolutionAnswer } from '../../../contract/index.ts';
import { COLOUR_FAMILY, joinChoice, splitChoice, TRIM_FAMILY } from '../../../engine/codes.ts';
import { sheetTexts } from '../../texts/contactSheet.ts';

export interface Family {
  readonly id: string;
  readonly title: string;
}
export interface SheetRow {
  readonly featureId: string;
  readonly label: string;
  /** the chosen features, with this one in place of the other of its family */
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

export function rowsOf(offered: readonly OfferedFeature[], family: string, chosen: readonly string[]): SheetRow[] {
  const features = offered.filter(({ featureClass }) => featureClass === family);
  const own = new Set(features.map(({ featureId }) => featureId));
  const others = chosen.filter((id) => !own.has(id));
  return features.map(({ featureId, featureLabel }) => ({
    featureId,
    label: featureLabel,
    options: joinChoice(splitChoice([...others, featureId])),
  }));
}

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
