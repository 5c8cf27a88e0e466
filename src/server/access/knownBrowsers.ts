/**
 * Recognises browsers from which an account signed in before, by a signed cookie. The cookie grants only a separate
 * budget of sign-in attempts, so that guessing a user's password cannot keep that user from signing in.
 *
 *   KnownBrowsers
 *   openKnownBrowsers
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../schema.ts';

const COOKIE = '__Host-lacquer-browser';
const VALID_DAYS = 400;
const DAY_MS = 24 * 3600 * 1000;
/** A cookie has entries for up to this many accounts that share the browser, the latest first. */
const MAX_ACCOUNTS = 5;
const SECRET_NAME = 'known-browsers';

export interface KnownBrowsers {
  /**
   * @param account key of the name.
   * @returns the id of this browser for the account; undefined if it never signed in from here
   */
  idOf(request: FastifyRequest, account: string): Promise<string | undefined>;
  /** Records that the account has signed in from this browser. */
  remember(request: FastifyRequest, reply: FastifyReply, account: string): Promise<void>;
}

/** The entry of one account in the cookie: owner, day, id of the browser, and the server's signature. */
interface CookieEntry {
  readonly owner: string;
  readonly day: number;
  readonly id: string;
  readonly text: string;
}

const ownerOf = (account: string) => hash('sha256', account, 'base64url').slice(0, 16);

export function openKnownBrowsers(database: Database, now = database.clock.now): KnownBrowsers {
  let secret: Promise<string> | undefined;

  /** The first server that needs the secret creates it. */
  async function readSecret(): Promise<string> {
    const find = () =>
      database.read.selectFrom('secrets').select('value').where('name', '=', SECRET_NAME).executeTakeFirst();
    const found = await find();
    if (found) return found.value;
    const value = randomBytes(32).toString('base64url');
    await database.transaction((trx) =>
      trx
        .insertInto('secrets')
        .values({ name: SECRET_NAME, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    );
    return (await find())?.value ?? value;
  }
  const key = (): Promise<string> => {
    secret ??= readSecret().catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };

  const proofOf = async (text: string) =>
    createHmac('sha256', await key())
      .update(text)
      .digest('base64url');

  async function readEntries(request: FastifyRequest): Promise<CookieEntry[]> {
    const texts = (request.cookies[COOKIE] ?? '').split('~').slice(0, MAX_ACCOUNTS);
    const today = Math.floor(now() / DAY_MS);
    const entries: CookieEntry[] = [];
    for (const text of texts) {
      const [owner = '', day = '', id = '', proof = ''] = text.split('.');
      const [given, right] = [Buffer.from(proof), Buffer.from(await proofOf(`${owner}.${day}.${id}`))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) continue;
      if (Number(day) + VALID_DAYS > today) entries.push({ owner, day: Number(day), id, text });
    }
    return entries;
  }

  return {
    async idOf(request, account) {
      if (request.cookies[COOKIE] === undefined) return undefined;
      return (await readEntries(request)).find(({ owner }) => owner === ownerOf(account))?.id;
    },
    async remember(request, reply, account) {
      const owner = ownerOf(account);
      const others = (await readEntries(request)).filter((entry) => entry.owner !== owner);
      const own = `${owner}.${Math.floor(now() / DAY_MS)}.${randomBytes(12).toString('base64url')}`;
      const texts = [`${own}.${await proofOf(own)}`, ...others.map(({ text }) => text)];
      reply.setCookie(COOKIE, texts.slice(0, MAX_ACCOUNTS).join('~'), {
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'lax',
        maxAge: (VALID_DAYS * DAY_MS) / 1000,
      });
    },
  };
}
