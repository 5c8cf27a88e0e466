/**
 * For tests: the real application on a database of its own, and users who call it.
 *
 *   startTestApp   boots the application in a temporary folder
 *   TestApp        calling, uploading, waiting
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Pack, Role } from '../../contract/index.ts';
import { hashCheaply } from '../access/passwords.ts';
import { addUser } from '../access/users.ts';
import { type App, type AppLimits, startApp } from '../app.ts';
import { readSettings } from '../config.ts';
import { keepSpareThreads } from '../platform/threads/spareThreads.ts';
import { type DatabaseKind, preparedDatabase } from './databases.ts';

type Response = Awaited<ReturnType<FastifyInstance['inject']>>;
export type Who = readonly Role[] | 'nobody';

export const PASSWORD = 'a password for tests 7';
hashCheaply();
keepSpareThreads();

export interface CallOptions {
  as?: Who;
  body?: unknown;
  headers?: Record<string, string>;
  /** false: without the session's header token */
  headerToken?: boolean;
}

export interface TestApp extends App {
  readonly folder: string;
  readonly databaseUrl: string;
  /** cookie and header token of a user with exactly these roles */
  signIn(roles: readonly Role[]): Promise<{ username: string; cookie: string; token: string }>;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Response>;
  upload(fileName: string, bytes: Uint8Array, as?: Who): Promise<Response>;
  /** The pack as the list shows it, once its job has ended. */
  waitForPack(fileName: string, sha256?: string): Promise<Pack>;
  /** Uploads and waits. @throws Error if the upload is not accepted */
  deliver(fileName: string, bytes: Uint8Array): Promise<Pack>;
  stop(): Promise<void>;
}

const BOUNDARY = 'test-boundary-5f1c';

export function multipart(fileName: string, bytes: Uint8Array): { headers: Record<string, string>; payload: Buffer } {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/zip\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

/** @param environment LACQUER_… settings beside the folder and the database */
export async function startTestApp(
  kind: DatabaseKind = 'sqlite',
  environment: Record<string, string> = {},
  limits: AppLimits = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const { url, drop } = await preparedDatabase(kind, folder);
  const running = await startApp(
    readSettings({
      LACQUER_DATA: folder,
      LACQUER_LOG_LEVEL: 'silent',
      LACQUER_ADMIN_PASSWORD: PASSWORD,
      LACQUER_SIGN_IN_PER_MINUTE: '1000',
      // Its jobs would be among those that a test counts.
      FEATURE_QUALITY_REPORT_ENABLED: 'false',
      LACQUER_THUMBNAILS: 'false',
      ...(url !== undefined && { LACQUER_DATABASE_URL: url }),
      ...environment,
    }),
    limits,
  );
  const { app, database } = running;
  const people = new Map<string, ReturnType<TestApp['signIn']>>();

  async function firstSignIn(roles: readonly Role[]) {
    // The first administrator of the store is `admin` already.
    const names = roles.map((role) => role.slice('ROLE_'.length)).join('.');
    const username = roles.length === 0 ? 'no-role' : names === 'ADMIN' ? 'ADMIN.' : names;
    await addUser(database, { username, password: PASSWORD, roles }, Date.now());
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/public/session',
      payload: { username, password: PASSWORD },
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { username, cookie, token: answer.json<{ token: string }>().token };
  }
  const signIn = (roles: readonly Role[]) => {
    const key = roles.join(' ');
    const known = people.get(key) ?? firstSignIn(roles);
    people.set(key, known);
    return known;
  };
  const headersOf = async (who: Who, headerToken: boolean): Promise<Record<string, string>> => {
    if (who === 'nobody') return {};
    const { cookie, token } = await signIn(who);
    return { cookie, ...(headerToken && { 'x-csrf-token': token }) };
  };

  const upload: TestApp['upload'] = async (fileName, bytes, as: Who = ['ROLE_UPLOAD']) => {
    const { headers, payload } = multipart(fileName, bytes);
    return app.inject({
      method: 'POST',
      url: '/api/v2/admin/files',
      headers: { ...headers, ...(await headersOf(as, true)) },
      payload,
    });
  };
  const call: TestApp['call'] = async (
    method,
    path,
    { as = ['ROLE_ADMIN'] as const, body, headers = {}, headerToken = true } = {},
  ) =>
    app.inject({
      method,
      url: path,
      headers: { ...(await headersOf(as, headerToken)), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
  const waitForPack: TestApp['waitForPack'] = async (fileName, sha256) => {
    for (;;) {
      // A call each time would cost as much as reading the pack.
      let unread = database.read.selectFrom('packs').select('sha256').where('fileName', '=', fileName);
      unread = unread.where('state', 'in', ['received', 'reading']);
      if (sha256 !== undefined) unread = unread.where('sha256', '=', sha256);
      if ((await unread.executeTakeFirst()) === undefined) {
        const packs = (await call('GET', '/api/v2/admin/files')).json<Pack[]>();
        const pack = packs.find((one) => one.fileName === fileName && (sha256 === undefined || one.sha256 === sha256));
        if (pack && pack.state !== 'received' && pack.state !== 'reading') return pack;
      }
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };

  return {
    ...running,
    folder,
    databaseUrl: url ?? `sqlite:${join(folder, 'lacquer.db')}`,
    signIn,
    call,
    upload,
    waitForPack,
    async deliver(fileName, bytes) {
      const answer = await upload(fileName, bytes);
      if (answer.statusCode !== 200) throw new Error(`${fileName}: ${answer.statusCode} ${answer.body}`);
      return waitForPack(fileName, answer.json<{ sha256: string }>().sha256);
    },
    async stop() {
      await running.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
