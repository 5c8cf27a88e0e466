/**
 * The examples for Prometheus and Grafana: promtool accepts the metrics and the alerts, a real Prometheus scrapes a real
 * server as the example says, and nothing names a metric that does not exist.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { product } from '../../src/server/testing/product.ts';
import { BARE, endAll, folderOfStore, type Running, start } from '../../src/server/testing/testServer.ts';
import { freePort } from '../services.mjs';
import { adapt, deployFile, findProgram, startProgram, stopAll, temporaryFolder } from './programs.ts';

const promtool = findProgram('promtool');
const prometheus = findProgram('prometheus');

let data: string;
let server: Running;
let text: string;

beforeAll(async () => {
  data = folderOfStore();
  server = await start(data);
  text = await (await server.get('/api/v2/metrics')).text();
});
afterAll(async () => {
  await stopAll();
  await endAll();
});

it.skipIf(promtool === undefined)('promtool likes the metrics', () => {
  const { status, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
});

it.skipIf(promtool === undefined)('promtool checks the alarms, and they ring when they should', () => {
  const cwd = deployFile('prometheus');
  const check = spawnSync(promtool ?? '', ['check', 'rules', 'alerts.yml'], { cwd, encoding: 'utf8' });
  expect([check.stderr, check.status]).toEqual(['', 0]);
  const test = spawnSync(promtool ?? '', ['test', 'rules', 'alerts.test.yml'], { cwd, encoding: 'utf8' });
  expect([`${test.stdout}${test.stderr}`.includes('SUCCESS'), test.status]).toEqual([true, 0]);
});

it('alarms and the dashboard name only metrics that there are', () => {
  const kinds = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
  const isKnown = (name: string) =>
    kinds.has(name) || kinds.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram';
  for (const file of ['prometheus/alerts.yml', 'grafana/dashboard.json']) {
    const named = [...adapt(file, []).matchAll(/\b(?:lacquer|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  }
});

it.skipIf(promtool === undefined)('every query of the dashboard can be read', () => {
  const { panels } = JSON.parse(adapt('grafana/dashboard.json', [])) as { panels: { targets: { expr: string }[] }[] };
  const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = exprs.map((expr, i) => ({
    record: `query:${i}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }));
  const file = join(temporaryFolder(), 'queries.yml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { status, stderr } = spawnSync(promtool ?? '', ['check', 'rules', file], { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
});

it.skipIf(prometheus === undefined)('a Prometheus scrapes with a token that may do nothing else', async () => {
  const folder = temporaryFolder();
  const [, command = ''] = /lacquer (token create .*) > /.exec(adapt('prometheus/prometheus.yml', [])) ?? [];
  const args = command.replace('<an account>', 'admin').split(' ');
  const environment = { ...BARE, LACQUER_DATA: data };
  const token = execFileSync(process.execPath, product(...args), { env: environment, encoding: 'utf8', stdio: 'pipe' });
  const bearer = { headers: { authorization: `Bearer ${token.trim()}` } };
  expect((await fetch(`${server.address}/api/v2/metrics`, bearer)).status).toBe(200);
  expect((await fetch(`${server.address}/api/v2/admin/files`, bearer)).status).toBe(403);

  writeFileSync(join(folder, 'token'), token);
  copyFileSync(deployFile('prometheus/alerts.yml'), join(folder, 'alerts.yml'));
  const changes = [
    ['/etc/prometheus/lacquer.token', join(folder, 'token')],
    ['127.0.0.1:8080', new URL(server.address).host],
    ['15s', '1s'],
  ] as const;
  writeFileSync(join(folder, 'prometheus.yml'), adapt('prometheus/prometheus.yml', changes));
  const address = `http://127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${new URL(address).host}`,
  ];
  await startProgram([prometheus ?? '', ...options], async () => (await fetch(`${address}/-/ready`)).status === 200);
  const ask = async (expr: string) => {
    const answer = await fetch(`${address}/api/v1/query?query=${encodeURIComponent(expr)}`);
    return ((await answer.json()) as { data: { result: { value: [number, string] }[] } }).data.result;
  };
  await expect.poll(async () => (await ask('up{job="lacquer"}'))[0]?.value[1]).toBe('1');
  await expect.poll(async () => (await ask('sum(lacquer_request_seconds_count{status="200"}) > 0')).length).toBe(1);
  const healthOf = async () =>
    (
      (await (await fetch(`${address}/api/v1/rules`)).json()) as {
        data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
      }
    ).data.groups.flatMap(({ rules }) => rules.map(({ health, state }) => `${health} ${state}`));
  await expect.poll(async () => new Set(await healthOf())).toEqual(new Set(['ok inactive']));
});
