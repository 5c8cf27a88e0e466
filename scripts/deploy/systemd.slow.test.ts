/**
 * The units of `deploy/systemd`: systemd knows every line of them, and they may touch little. They are not started, because that
 * takes a machine that systemd runs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Environment } from '../../src/server/environment.ts';
import { adapt, deployFile, findProgram, stopAll, temporaryFolder } from './programs.ts';

const analyze = findProgram('systemd-analyze');
const units = globSync('*.{service,timer}', { cwd: deployFile('systemd') });
const services = units.filter((name) => name.endsWith('.service'));
/** systemd's figure, 0 to 100: below 20 it says OK, and an unhardened unit has 96. */
const EXPOSURE_LIMIT = 20;

/** The units where the command is one that this machine has. */
function copyUnits(): string {
  const folder = join(temporaryFolder(), 'units');
  mkdirSync(folder);
  for (const name of units) {
    const changes = name.endsWith('.timer') ? [] : [['/usr/local/bin/lacquer', '/bin/true'] as const];
    writeFileSync(join(folder, name), adapt(`systemd/${name}`, changes));
  }
  return folder;
}
afterAll(stopAll);

it('there are units for a server, workers and backups', () => {
  expect(units.toSorted()).toEqual([
    'lacquer-backup.service',
    'lacquer-backup.timer',
    'lacquer-worker@.service',
    'lacquer.service',
  ]);
});

it.skipIf(analyze === undefined)('systemd-analyze verify finds nothing', () => {
  const folder = copyUnits();
  const files = units.map((name) => join(folder, name.replace('@.', '@1.')));
  writeFileSync(
    join(folder, 'lacquer-worker@1.service'),
    adapt('systemd/lacquer-worker@.service', [['/usr/local/bin/lacquer', '/bin/true']]),
  );
  const { status, stdout, stderr } = spawnSync(analyze ?? '', ['verify', '--man=no', ...files], { encoding: 'utf8' });
  // It tells about other units of the machine, too.
  const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('lacquer'));
  expect([ours, status]).toEqual([[], 0]);
});

it.skipIf(analyze === undefined).each(services)('%s may touch little', (name) => {
  const args = ['security', '--offline=true', `--threshold=${EXPOSURE_LIMIT}`, '--no-pager', join(copyUnits(), name)];
  const { status, stdout } = spawnSync(analyze ?? '', args, { encoding: 'utf8' });
  expect(stdout).toMatch(/Overall exposure level/);
  expect([status, stdout.slice(-200)]).toEqual([0, expect.anything()]);
});

it.skipIf(analyze === undefined)('the backup runs every night', () => {
  const [, when = ''] = /^OnCalendar=(.*)$/m.exec(adapt('systemd/lacquer-backup.timer', [])) ?? [];
  expect(execFileSync(analyze ?? '', ['calendar', when], { encoding: 'utf8' })).toContain('*-*-* 02:30:00');
});

it('the file of settings names settings that there are', () => {
  const names = [...adapt('systemd/lacquer.env', []).matchAll(/^#?([A-Z_0-9]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !(name in Environment.shape))).toEqual([]);
});
