/** Links to the other screens that test the chosen set, with the same choice, to its page and to its quality report. */
import Button from '@mui/material/Button';
import { createLink } from '@tanstack/react-router';
import { environment } from '../../app/environment.ts';
import { testTexts } from '../../texts/testScreens.ts';
import type { TestSearch } from './search.ts';

const LinkButton = createLink(Button);

const { links } = testTexts;
const TESTS = [
  ['/dynamic/options', links.options],
  ['/dynamic/compare', links.compare],
  ['/dynamic/sheet', links.sheet],
] as const;

/** @param path of the screen that shows the links */
export function OtherTests({ path, search }: { path: string; search: TestSearch }) {
  const { disId, version } = search;
  if (disId === undefined) return null;
  const { area, viewport, model, resolution, angles, layers, options, test } = search;
  const shared = { area, disId, version, viewport, model, resolution, angles, options, test };
  return (
    <>
      {TESTS.filter(([to]) => to !== path).map(([to, label]) => (
        <LinkButton key={to} to={to} search={to === '/dynamic/compare' ? { ...shared, layers } : shared}>
          {label}
        </LinkButton>
      ))}
      <LinkButton to="/sets/$disId" params={{ disId }} search={{ area, version }}>
        {links.set}
      </LinkButton>
      {environment().FEATURE_QUALITY_REPORT_ENABLED && (
        <LinkButton to="/quality/$disId" params={{ disId }} search={{ area }}>
          {links.quality}
        </LinkButton>
      )}
    </>
  );
}
