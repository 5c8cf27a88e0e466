/** Links to the other screens that test the chosen set, with the same choice. */
import Button from '@mui/material/Button';
import { createLink } from '@tanstack/react-router';
import type { TestSearch } from './search.ts';

const LinkButton = createLink(Button);

const TESTS = [
  ['/dynamic/options', 'Mapping rules'],
  ['/dynamic/compare', 'Compare'],
  ['/dynamic/sheet', 'Contact sheet'],
] as const;

export function OtherTests({ here, search }: { here: string; search: TestSearch }) {
  const { disId, version } = search;
  if (disId === undefined) return null;
  const { area, viewport, model, resolution, angles, layers, options, test } = search;
  const kept = { area, disId, version, viewport, model, resolution, angles, options, test };
  return TESTS.filter(([to]) => to !== here).map(([to, label]) => (
    <LinkButton key={to} to={to} search={to === '/dynamic/compare' ? { ...kept, layers } : kept}>
      {label}
    </LinkButton>
  ));
}
