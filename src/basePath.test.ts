/** Every address within the app counts on the path below which a proxy serves it. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('web/', import.meta.url));
/** An attribute that begins at the root of the host, and a router's address that a browser would take so. */
const FROM_THE_ROOT =
  /\b(?:src|href)=(?:"|\{['"`])\/|\bfetch\(['"`]\/|buildLocation\([^)]*\)+\.href|\{ href \} = router\.buildLocation/;

it('no screen has an address from the root of the host', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !/\.test\.|testing\//.test(file))
    .filter((file) => FROM_THE_ROOT.test(readFileSync(`${web}${file}`, 'utf8')));
  expect(found).toEqual([]);
});
