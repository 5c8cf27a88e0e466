import { expect, it } from 'vitest';
import { PromoteSearch, StatusSearch } from './search.ts';

it.each([StatusSearch, PromoteSearch])('a day of the address is one of the calendar', (read) => {
  const days = ['2026-02-28', '2026-02-30', '2026-13-01', '2026-9-1', '0000-00-00', 'x'];
  expect(days.map((from) => read({ from }).from)).toEqual(['2026-02-28', ...Array(5)]);
});
