/**
 * A real full disk: the server has its own small file system, filled to the last byte. Signed-in users can still
 * read, changes are refused with a sentence, health and log name the cause, and with free space everything works again.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../contract/index.ts';
import { product } from './testing/product.ts';
import { multipart, PASSWORD } from './testing/testApp.ts';
import { BARE } from './testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from './testing/tinyPacks.ts';

const UNSHARE = ['unshare', '-rm'] as const;
const canMount = spawnSync(UNSHARE[0], [UNSHARE[1], 'sh', '-c', 'mount -t tmpfs tmpfs /tmp']).status === 0;
if (!canMount) console.warn('NOT RUN: tests on a full disk. This account may not mount a file system of its own.');

describe.runIf(canMount)('a full disk', () => {
  const data = mkdtempSync(join(tmpdir(), 'lacquer-full-'));
  let child: ChildProcess | undefined;
  afterAll(async () => {
    if (child) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(data, { recursive: true, force: true });
  });

  it('lets users read, refuses changes with a sentence, and continues when there is space', async () => {
    const mount = `mount -t tmpfs -o size=48m tmpfs ${data} && exec ${process.execPath} ${product('serve').join(' ')}`;
    child = spawn(UNSHARE[0], [UNSHARE[1], 'sh', '-c', mount], {
      env: {
        ...BARE,
        LACQUER_DATA: data,
        LACQUER_PORT: '0',
        LACQUER_ADMIN_PASSWORD: PASSWORD,
        LACQUER_FREE_SPACE_BYTES: '0',
        LACQUER_SIGN_IN_PER_MINUTE: '1000',
        FEATURE_QUALITY_REPORT_ENABLED: 'false',
        LACQUER_THUMBNAILS: 'false',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await expect.poll(() => output).toMatch(/listens on \S+\n/);
    const base = /listens on ([^\s"]+)/.exec(output)?.[1] ?? '';
    const signIn = () =>
      fetch(`${base}/api/v2/public/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: PASSWORD }),
      });
    const signedIn = await signIn();
    const { token } = (await signedIn.json()) as { token: string };
    const headers = { cookie: String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '', 'x-csrf-token': token };
    const get = (path: string) => fetch(`${base}${path}`, { headers });
    const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type: string) =>
      fetch(`${base}${path}`, { method: 'POST', headers: { ...headers, 'content-type': type }, body });
    const upload = (name: string, bytes: Uint8Array) => {
      const form = multipart(name, bytes);
      return post('/api/v2/admin/files', new Uint8Array(form.payload), form.headers['content-type'] ?? '');
    };
    const addUser = () =>
      post(
        '/api/v2/admin/users',
        JSON.stringify({ username: 'anna', password: 'four wheels and a horn 9', roles: [] }),
        'application/json',
      );
    const image = `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`;
    expect((await upload(`meta-${SET}.zip`, await metaZip())).status).toBe(200);
    const picture = await plain([0, 0, 0, 255]);
    expect((await upload(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': picture }))).status).toBe(200);
    await expect.poll(async () => (await get(image)).status).toBe(200);

    // The child's own file system, as visible from this process.
    const fill = `/proc/${child.pid}/root${data}/fill`;
    const file = openSync(fill, 'w');
    for (const block of [65_536, 1]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(block));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      }
    }
    closeSync(file);

    expect((await fetch(`${base}/api/v2/health/live`)).status).toBe(200);
    const ready = await fetch(`${base}/api/v2/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'limited', problems: [expect.stringMatching(/^The disk is full/)] },
    ]);
    expect((await fetch(`${base}/api/v2/health/writable`)).status).toBe(503);

    const full = async (answer: Response) => {
      expect(answer.status).toBe(507);
      expect(await answer.json()).toMatchObject({ code: 'store-full', errorMessage: expect.stringMatching(/full/) });
    };
    // The database accepts what fits into its pages; then it is full as well.
    await expect.poll(async () => (await addUser()).status).toBe(507);
    await full(await addUser());
    await full(await upload('static_a.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255], 500, 500) })));
    await full(await signIn());
    const begun = await fetch(`${base}${RESUMABLE_UPLOADS}`, {
      method: 'POST',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${Buffer.from('static_b.zip').toString('base64')}`,
      },
    });
    await full(begun);
    for (const path of [
      '/api/v2/public/user',
      '/api/v2/admin/files',
      image,
      `${image}&format=png`,
      `/embargo/api/v2/test/versions?disId=${SET}`,
      '/api/v2/admin/log?page=0&size=20',
    ]) {
      expect((await get(path)).status, path).toBe(200);
    }
    // A refusal is a refusal, whether it can be recorded or not.
    expect((await fetch(`${base}/api/v2/admin/files`)).status).toBe(401);
    expect(output).toMatch(/ENOSPC|database or disk is full/);
    expect(output).not.toContain('cannot rollback');

    rmSync(fill);
    await expect.poll(async () => (await fetch(`${base}/api/v2/health/writable`)).status).toBe(200);
    expect((await addUser()).status).toBe(200);
    expect((await upload('static_a.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }))).status).toBe(200);
  });
});
