/** The commands for remote servers, as processes against a real server, with networks that break. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { product } from '../../testing/product.ts';
import { BARE, endAll, folderOfStore, type Running, start } from '../../testing/testServer.ts';
import { metaZip, plain, png, SET, VERSION, zipOf } from '../../testing/tinyPacks.ts';

const MEGABYTE = 1e6;
let server: Running;
let token: string;
/** may only read Embargo */
let reader: string;
let files: string;
const home = () => join(files, 'home');

function command(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, product(...args), {
    cwd: files,
    env: {
      ...BARE,
      LACQUER_URL: server.address,
      LACQUER_TOKEN: token,
      XDG_STATE_HOME: home(),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', log: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.log += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  return { child, ended };
}
const run = (args: readonly string[], environment: Record<string, string> = {}) => command(args, environment).ended;

const put = (name: string, bytes: Uint8Array) => writeFileSync(join(files, name), bytes);
const noise = (side: number) => png(randomBytes(side * side * 4), side, side);
/** a pack of a few megabytes, different each time */
const putLarge = async (name: string) => put(name, await zipOf({ 'co2/A.png': await noise(1000) }));

const proxies: Server[] = [];
/**
 * A network in front of the server.
 * @param treat called with each connection and the bytes received over it so far
 */
async function network(treat: (client: Socket, bytes: number, connection: number) => void) {
  const seen = { bytes: 0, connections: 0 };
  const proxy = createServer((client) => {
    seen.connections += 1;
    const connection = seen.connections;
    let bytes = 0;
    const far = connect(Number(new URL(server.address).port), '127.0.0.1');
    const end = () => {
      client.destroy();
      far.destroy();
    };
    for (const socket of [client, far]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      bytes += chunk.length;
      seen.bytes += chunk.length;
      far.write(chunk);
      treat(client, bytes, connection);
    });
    far.on('data', (chunk) => client.write(chunk));
  });
  proxies.push(proxy);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { seen, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

/** A network that passes each promotion on and loses the server's answers to the first of them. */
async function losing(answers: number) {
  const tries: string[] = [];
  const proxy = createServer((client) => {
    const far = connect(Number(new URL(server.address).port), '127.0.0.1');
    let loses = false;
    const end = () => {
      client.destroy();
      far.destroy();
    };
    for (const socket of [client, far]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (text.startsWith('POST /api/v2/admin/promotions ')) {
        tries.push(/^idempotency-key: (.*)$/im.exec(text)?.[1] ?? 'no key');
        loses = tries.length <= answers;
      }
      far.write(chunk);
    });
    far.on('data', (chunk) => (loses ? end() : client.write(chunk)));
  });
  proxies.push(proxy);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return { tries, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  const data = folderOfStore();
  files = folderOfStore();
  mkdirSync(home());
  server = await start(data);
  token = '';
  const scopes = ['--scope', 'deliver', 'promote:preprod'];
  const made = await run(['token', 'create', 'admin', 'pipeline', ...scopes], { LACQUER_DATA: data });
  token = made.out.trim();
  const reading = await run(['token', 'create', 'admin', 'site', '--scope', 'read:embargo'], { LACQUER_DATA: data });
  reader = reading.out.trim();
  put(`meta-${SET}.zip`, await metaZip());
  const picture = await plain([200, 0, 0, 255]);
  const names = ['shadow', 'black', 'white', 'wheels', 'badge'];
  const pictures = names.flatMap((name) => ['001', '002'].map((angle) => [`${angle}/${name}.png`, picture]));
  put(`image-ext-${SET}.zip`, await zipOf(Object.fromEntries(pictures)));
  put('meta_broken.zip', await zipOf({ [`${SET}/versions.xml`]: '<versions><version id="x"/></versions>' }));
  put('holiday.zip', await metaZip());
  put('meta_text.zip', Buffer.from('no zip at all'));
});
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(endAll);

describe('lacquer deliver', () => {
  it('sends packs, waits until they are live, and leaves nothing behind', async () => {
    const { code, out, log } = await run(['deliver', `meta-${SET}.zip`, `image-ext-${SET}.zip`, '--wait']);
    expect(out.split('\n').sort()).toEqual([
      '',
      `image-ext-${SET}.zip is live in Embargo.`,
      `meta-${SET}.zip is live in Embargo.`,
    ]);
    expect(log).toContain(`[2/2] image-ext-${SET}.zip was received.`);
    expect(code).toBe(0);
    expect(await (await server.get('/embargo/api/v2/test/dis')).json()).toEqual([SET]);
    expect(readdirSync(join(home(), 'lacquer/uploads'))).toEqual([]);
  });

  it('1: prints the problems of a refused pack, and delivers the others', async () => {
    const { code, out } = await run(['deliver', 'meta_broken.zip', 'meta_text.zip', `meta-${SET}.zip`, '--wait']);
    expect(out).toMatch(/^meta_broken\.zip was refused: \d+ problems?\n {2}.*versions\.xml:1:\d+: /m);
    expect(out).toContain('meta_text.zip was refused: 1 problem\n  meta_text.zip: meta_text.zip is not a zip file.');
    expect(out).toContain(`meta-${SET}.zip is live in Embargo.`);
    expect(code).toBe(1);
  });

  it('--json prints only the outcome of each', async () => {
    const { code, out } = await run(['deliver', `meta-${SET}.zip`, 'meta_broken.zip', '--wait', '--json']);
    const { packs } = JSON.parse(out) as { packs: Record<string, unknown>[] };
    expect(packs).toMatchObject([
      { fileName: `meta-${SET}.zip`, state: 'live', problemCount: 0, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      {
        fileName: 'meta_broken.zip',
        state: 'refused',
        problems: expect.arrayContaining([expect.objectContaining({ line: 1, reason: expect.any(String) })]),
      },
    ]);
    expect(code).toBe(1);
  });

  it('without --wait it ends when they are stored', async () => {
    const { code, out } = await run(['deliver', `meta-${SET}.zip`]);
    expect([code, out]).toEqual([0, `meta-${SET}.zip was received and is being read.\n`]);
  });

  it('1: sends nothing when a name fits no convention', async () => {
    const network_ = await network(() => {});
    const { code, out, log } = await run(['deliver', `meta-${SET}.zip`, 'holiday.zip', '--url', network_.url]);
    expect(out).toContain('File name holiday.zip do not match the expected format!');
    expect(log).toContain('Nothing was sent.');
    expect([code, network_.seen.connections]).toEqual([1, 0]);
  });

  it.each<[string, readonly string[], Record<string, string>, string]>([
    ['no file', ['deliver', 'meta_gone.zip'], {}, 'There is no file meta_gone.zip.'],
    ['no server', ['deliver', 'meta_text.zip'], { LACQUER_URL: '' }, 'Which server? Set LACQUER_URL'],
    ['no address', ['deliver', 'meta_text.zip'], { LACQUER_URL: 'cars' }, '"cars" is not the address of a server'],
    ['no token', ['deliver', 'meta_text.zip'], { LACQUER_TOKEN: ' ' }, 'Set LACQUER_TOKEN to an API token.'],
    ['an unknown token', ['status'], { LACQUER_TOKEN: 'lq_x' }, 'The API token is unknown, expired or revoked.'],
    ['nobody listens', ['status'], { LACQUER_URL: 'http://127.0.0.1:1' }, 'http://127.0.0.1:1 cannot be reached: '],
    ['no area', ['promote', SET, '--to', 'moon'], {}, 'Allowed choices are preprod, prod.'],
    ['no target', ['promote', SET], {}, '--to'],
  ])('2: %s', async (_what, args, environment, sentence) => {
    const { code, log } = await run(args, environment);
    expect(log).toContain(sentence);
    expect(log).not.toContain('    at ');
    expect(code).toBe(2);
  });

  it('2: an address that redirects gets the token once, and the target of the redirect never', async () => {
    let pictureOf = 0;
    const other = createHttpServer((_request, answer) => {
      pictureOf += 1;
      answer.writeHead(302, { location: server.address }).end();
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { code, log } = await run(['status', '--url', url]);
    expect(log).toContain(`${url} leads to ${server.address}. Use the address that it leads to.`);
    expect([code, pictureOf]).toEqual([2, 1]);
    other.close();
  });

  it('continues after the connection broke in the middle of a pack', async () => {
    await putLarge('static_cut.zip');
    const cuts = new Set<number>();
    const { url, seen } = await network((client, bytes, connection) => {
      if (bytes < MEGABYTE || cuts.size === 2) return;
      cuts.add(connection);
      client.destroy();
    });
    const { code, out } = await run(['deliver', 'static_cut.zip', '--wait', '--url', url]);
    expect([code, out]).toEqual([0, 'static_cut.zip is live in Embargo.\n']);
    expect(cuts.size).toBe(2);
    // Four megabytes, without repeating those from before the cuts.
    expect(seen.bytes).toBeLessThan(5.5 * MEGABYTE);
  });

  it('after Ctrl-C the same command continues where it stopped, and sends no pack twice', async () => {
    await putLarge('static_first.zip');
    await putLarge('static_second.zip');
    let stands = true;
    const first = await network((client) => {
      // The second pack stalls in the middle.
      if (!stands || first.seen.bytes < 6 * MEGABYTE) return;
      client.pause();
      stands = false;
    });
    const args = (url: string) => ['deliver', 'static_first.zip', 'static_second.zip', '--wait', '--url', url];
    const interrupted = command(args(first.url));
    await expect.poll(() => first.seen.bytes, { timeout: 60_000 }).toBeGreaterThan(6 * MEGABYTE);
    interrupted.child.kill('SIGINT');
    const { code, log } = await interrupted.ended;
    expect([code, log]).toEqual([
      130,
      expect.stringContaining('1 of 2 packs were received; the server reads them by itself.'),
    ]);
    const again = await run(args(first.url));
    expect(again).toMatchObject({
      code: 0,
      out: 'static_first.zip is live in Embargo.\nstatic_second.zip is live in Embargo.\n',
    });
    expect(again.log).toContain('[1/2] static_first.zip was received before.');
    // Eight megabytes, without repeating those that the server has.
    expect(first.seen.bytes).toBeLessThan(9.5 * MEGABYTE);
  });
});

describe('lacquer promote and status', () => {
  it('promotes, waits, and shows which area has what', async () => {
    await run(['deliver', `meta-${SET}.zip`, `image-ext-${SET}.zip`, '--wait']);
    const before = await run(['status']);
    expect(before.out).toMatch(new RegExp(`^${SET} {2}\\S+ {2}there +not there +not there$`, 'm'));
    const promoted = await run(['promote', SET, '--to', 'preprod', '--note', 'nightly', '--wait']);
    expect(promoted).toMatchObject({ code: 0, out: `${SET} is promoted to Pre-Prod.\n` });
    const one = await run(['status', SET]);
    expect(one.out).toMatch(/^Pre-Prod: same as Embargo, since \S+ by admin$/m);
    expect(one.out).toContain(`  meta-${SET}.zip, uploaded `);
    const json = JSON.parse((await run(['status', SET, '--json'])).out) as { disId: string };
    expect(json.disId).toBe(SET);
  });

  it('asks again when the answer is lost, and promotes once', async () => {
    await run(['deliver', `meta-${SET}.zip`, `image-ext-${SET}.zip`, '--wait']);
    const { tries, url } = await losing(2);
    const promotions = async () => ((await (await server.get('/api/v2/admin/promotions')).json()) as unknown[]).length;
    const before = await promotions();
    const ended = await run(['promote', SET, '--to', 'preprod', '--wait'], { LACQUER_URL: url });
    expect(ended).toMatchObject({ code: 0, out: `${SET} is promoted to Pre-Prod.\n` });
    expect(tries).toHaveLength(3);
    expect(new Set(tries).size).toBe(1);
    expect(await promotions()).toBe(before + 1);
    // Another run means another promotion.
    await run(['promote', SET, '--to', 'preprod', '--wait'], { LACQUER_URL: url });
    expect(new Set(tries).size).toBe(2);
  });

  it('1: says why nothing is promoted', async () => {
    const { code, log } = await run(['promote', '1ZZ2A5xxxxxxxxxx', '--to', 'preprod', '--wait']);
    expect(log).toContain('Embargo has no 1ZZ2A5xxxxxxxxxx.');
    expect(code).toBe(1);
    expect(await run(['status', '1ZZ2A5xxxxxxxxxx'])).toMatchObject({ code: 1 });
  });
});

describe('lacquer picture', () => {
  const pictureOf = (...more: string[]) => ['picture', SET, '--view', '001', '--area', 'embargo', ...more];
  const fetching = (...more: string[]) => run(pictureOf(...more), { LACQUER_TOKEN: reader });

  it('writes what the picture calls answer, in the format of the file, or to standard output', async () => {
    await run(['deliver', `meta-${SET}.zip`, `image-ext-${SET}.zip`, '--wait']);
    const output = await fetching('--version-id', VERSION, '--output', 'car.jpg', '--json');
    expect(output).toMatchObject({ code: 0, log: '' });
    expect(JSON.parse(output.out)).toEqual({
      file: join(files, 'car.jpg'),
      bytes: statSync(join(files, 'car.jpg')).size,
      type: 'image/jpeg',
      missing: [],
      dropped: [],
    });
    expect(await sharp(join(files, 'car.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 4 });
    const child = spawn(process.execPath, product(...pictureOf('--layers', 'black')), {
      env: { ...BARE, LACQUER_URL: server.address, LACQUER_TOKEN: reader },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const parts: Buffer[] = [];
    for await (const part of child.stdout) parts.push(part as Buffer);
    const answer = await server.get(`/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black&format=png`);
    expect(Buffer.concat(parts)).toEqual(Buffer.from(await answer.arrayBuffer()));
    expect(readdirSync(files).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each<[number, string, string[], string]>([
    [1, 'an area that the token may not read', ['--version-id', VERSION, '--area', 'prod'], 'read:prod'],
    [1, 'a folder that is not there', ['--version-id', VERSION, '--output', 'no/such/car.png'], 'cannot be written'],
    [1, 'a version that there is not', ['--version-id', '1ZZZ', '--output', 'car.png'], '1ZZZ'],
    [2, 'no version', [], 'Pass --version-id'],
    [2, 'layers and options', ['--layers', 'black', '--color', 'KY'], 'Pass one of them.'],
    [2, 'JSON and the picture on standard output', ['--layers', 'black', '--json'], 'pass --output'],
  ])('%i: %s', async (code, _what, args, sentence) => {
    const ended = await fetching(...args);
    expect(ended.out + ended.log).toContain(sentence);
    expect(ended.code).toBe(code);
  });
});

describe('lacquer events', () => {
  it('prints what happens, and continues after a broken connection without losing or repeating anything', async () => {
    // The network breaks after the first event.
    const { url, seen } = await network((client, _bytes, connection) => {
      if (connection === 1) setTimeout(() => client.destroy(), 3000);
    });
    const { child, ended } = command(['events', '--after', '0', '--json'], { LACQUER_URL: url });
    let out = '';
    child.stdout.on('data', (text: string) => {
      out += text;
    });
    await expect.poll(() => seen.connections, { timeout: 60_000 }).toBeGreaterThan(1);
    put('static_told.zip', await zipOf({ 'co2/T.png': await plain([1, 2, 3, 255]) }));
    expect((await run(['deliver', 'static_told.zip', '--wait'])).code).toBe(0);
    const events = () =>
      out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { id: string; type: string; about: string });
    await expect
      .poll(
        () =>
          events()
            .filter(({ about }) => about === 'static_told.zip')
            .map(({ type }) => type),
        { timeout: 60_000 },
      )
      .toEqual(['pack.received', 'pack.live']);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    const ids = events().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }, 300_000);
});
