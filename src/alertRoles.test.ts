/** Screen readers are interrupted by faults alone: what informs, or reports a success, says so with a role of its own. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const web = fileURLToPath(new URL('web', import.meta.url));

it('information and successes are no alerts', () => {
  const alerts = globSync('**/*.tsx', { cwd: web }).flatMap((file) =>
    readFileSync(`${web}/${file}`, 'utf8')
      .split('<Alert')
      .slice(1)
      .map((rest) => `${file}: <Alert${rest.slice(0, rest.indexOf('>') + 1)}`),
  );
  expect(alerts.length).toBeGreaterThan(20);
  expect(alerts.filter((one) => /severity="(info|success)"/.test(one) && !one.includes('role='))).toEqual([]);
});
