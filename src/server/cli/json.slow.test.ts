/** `--json` of every command that works on a store: what the guide shows is what is printed, errors too, and nothing else. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { product } from '../testing/product.ts';
import { BARE, endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const GUIDE = new URL('../../../docs/guides/operate.md', import.meta.url);
/** These print no result. */
const WITHOUT = ['serve', 'worker', 'completion', 'manual'];

/** the example of each command in the guide */
const documented = new Map<string, string>();
const [, chapter = ''] = readFileSync(GUIDE, 'utf8').split('### Output for scripts');
for (const line of (chapter.split('\n## ')[0] ?? '').split('\n')) {
  const [, names, text] = /^\| (`[a-z -]+`(?:, `[a-z -]+`)*) \| (.*) \|$/.exec(line) ?? [];
  for (const [, name = ''] of (names ?? '').matchAll(/`([a-z -]+)`/g)) documented.set(name, text ?? '');
}

async function run(args: readonly string[], environment: Record<string, string>, input = '') {
  const child = promisify(execFile)(process.execPath, product(...args), { env: { ...BARE, ...environment } });
  child.child.stdin?.end(input);
  return child.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, out: stdout }),
  );
}

type Shape = string | readonly Shape[] | { readonly [key: string]: Shape };
function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}
const exampleOf = (name: string): Shape => {
  const [, text = ''] = /`(\{.*?\})`/.exec(documented.get(name) ?? '') ?? [];
  return shapeOf(JSON.parse(text));
};

let data: string;
beforeAll(async () => {
  data = folderOfStore();
  const server = await start(data);
  await server.upload(`meta-${SET}.zip`, await metaZip());
  await server.kill();
});
afterAll(endAll);

describe('--json', () => {
  it('is an option of every command, and the guide shows what each prints', async () => {
    const { out } = await run(['manual'], {});
    const sections = out.split('\n.SS ').slice(1);
    const named = sections.map((text) => ({
      name: (/^([a-z\\ -]+?) (?=[[<])/.exec(text)?.[1] ?? '').replaceAll('\\-', '-'),
      json: text.includes('\n.B \\-\\-json\n'),
      below: /^[a-z]+ \[options\] \[command\]/.test(text),
    }));
    const commands = named.filter(({ below, name }) => !below && !WITHOUT.includes(name));
    expect(commands.length).toBeGreaterThan(15);
    expect(commands.filter(({ json }) => !json)).toEqual([]);
    expect(commands.map(({ name }) => name).sort()).toEqual([...documented.keys()].sort());
  });

  it.each<[string, readonly string[], string?]>([
    ['check', []],
    ['migrate', []],
    ['scrub', []],
    ['gc', ['--dry-run']],
    ['user add', ['anna', 'ROLE_TEST'], 'correct horse 9 battery\n'],
    ['user password', ['anna'], 'correct horse 8 battery\n'],
    ['user sign-out', ['anna']],
    ['user disable', ['anna']],
    ['user enable', ['anna']],
    ['user list', []],
    ['token create', ['anna', 'script', '--scope', 'deliver']],
  ])('%s', async (name, args, input) => {
    const { code, out } = await run(
      [...name.split(' '), ...args, '--json'],
      { LACQUER_DATA: data, LACQUER_PORT: '0' },
      input,
    );
    // Nothing waits here, or everything does: the store is new.
    const example = { ...(exampleOf(name) as object), ...(name === 'gc' && { waitsUntil: expect.any(String) }) };
    expect(shapeOf(JSON.parse(out))).toEqual(example);
    expect(code).toBe(0);
  });

  it('backup, restore, move', async () => {
    const backup = join(folderOfStore(), 'backup');
    const made = await run(['backup', backup, '--json'], { LACQUER_DATA: data });
    expect(shapeOf(JSON.parse(made.out))).toEqual(exampleOf('backup'));
    const restored = await run(['restore', backup, '--json'], { LACQUER_DATA: folderOfStore() });
    expect(shapeOf(JSON.parse(restored.out))).toEqual(exampleOf('restore'));
    const settings = join(folderOfStore(), 'new.env');
    writeFileSync(settings, `LACQUER_DATA=${folderOfStore()}\n`);
    const moved = await run(['move', settings, '--json'], { LACQUER_DATA: data });
    const { tables, blobs } = JSON.parse(moved.out) as { tables: { users: object }; blobs: object };
    expect(shapeOf({ tables: { users: tables.users }, blobs })).toEqual(exampleOf('move'));
  });

  it.each<[string, readonly string[], Record<string, string>, number, string]>([
    ['a command line that is wrong', ['gc', '--jsn', '--json'], {}, 2, 'usage'],
    ['an argument that is missing', ['backup', '--json'], {}, 2, 'usage'],
    ['invalid settings', ['scrub', '--json'], { LACQUER_PORT: 'x' }, 2, 'settings'],
    ['no store', ['scrub', '--json'], { LACQUER_DATA: '/no/store' }, 1, 'failed'],
    ['no backup', ['restore', '/no/backup', '--json'], {}, 1, 'failed'],
    ['a refusal', ['user', 'disable', 'nobody', '--json'], {}, 1, 'unknown-user'],
    ['no server', ['status', '--json'], { LACQUER_URL: 'http://127.0.0.1:1', LACQUER_TOKEN: 'lq_x' }, 2, 'no-server'],
    ['no address', ['status', '--json'], {}, 2, 'usage'],
  ])('errors: %s', async (_what, args, environment, code, errorCode) => {
    const ended = await run(args, { LACQUER_DATA: data, ...environment });
    expect(JSON.parse(ended.out)).toEqual({
      error: { code: errorCode, message: expect.stringMatching(/^[^\n]{10,}/) },
    });
    expect(ended.code).toBe(code);
  });
});
