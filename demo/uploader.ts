/**
 * Uploads the demo as its administrator, over HTTP as a supplier does.
 *
 *   signIn               opens a session
 *   Uploader.upload      sends the files of a part. @returns the packs that the server refused, once it has read them
 *   Uploader.promote     a set from Embargo to a later area
 */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient, type Pack, routes } from '../src/contract/index.ts';
import type { DemoPart } from './make.ts';

const POLL_INTERVAL_MS = 250;

export interface Uploader {
  upload(part: DemoPart): Promise<Pack[]>;
  promote(disId: string, target: 'preprod' | 'prod'): Promise<void>;
}

export async function signIn(host: string, username: string, password: string): Promise<Uploader> {
  const signedIn = await fetch(`${host}/api/v2/public/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { cookie, 'x-csrf-token': token };
  const client = createClient(routes, { base: host, headers: () => headers });
  const send = async (path: string, file: string) => {
    const body = new FormData();
    body.set('file', await openAsBlob(file), basename(file));
    const answer = await fetch(`${host}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${basename(file)}: ${await answer.text()}`);
  };
  return {
    async upload({ packs, globalConfigs }) {
      for (const { area, path } of globalConfigs) await send(`/${area}/api/v2/admin/global-files`, path);
      for (const path of packs) await send('/api/v2/admin/files', path);
      const names = new Set(packs.map((path) => basename(path)));
      for (;;) {
        const sent = (await client.packs()).filter(({ fileName }) => names.has(fileName));
        const isRead = sent.every(({ state }) => state !== 'received' && state !== 'reading');
        if (isRead) return sent.filter(({ state }) => state === 'refused');
        await setTimeout(POLL_INTERVAL_MS);
      }
    },
    async promote(disId, target) {
      await client.promote({ key: randomUUID(), params: { id: disId }, body: { disId, source: 'embargo', target } });
    },
  };
}
