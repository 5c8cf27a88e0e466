/**
 * Recognises browsers from which an account signed in before, by a signed cookie. The cookie grants nothing but a budget of
 * sign-in attempts of its own, so that guessing somebody's password cannot keep that person from signing in.
 *
 *   KnownBrowsers
 *   openKnownBrowsers
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../schema.ts';

const COOKIE = '__Host-lacquer-browser';
const DAYS = 400;
const DAY_MS = 24 * 3600 * 1000;
/** entries of one cookie: the latest of the accounts that share a browser */
const ACCOUNTS = 5;
const SECRET = 'known-browsers';

export interface KnownBrowsers {
  /** The id of this browser for the account; undefined: it never signed in from here. @param account as it is compared */
  idOf(request: FastifyRequest, account: string): Promise<string | undefined>;
  /** The account has signed in from this browser. */
  remember(request: FastifyRequest, reply: FastifyReply, account: string): Promise<void>;
}

/** The entry of one account in the cookie: owner, day, id of the browser, and the server's signature. */
interface Mark {
  readonly owner: string;
  readonly day: number;
  readonly id: string;
  readonly text: string;
}

const ownerOf = (account: string) => hash('sha256', account, 'base64url').slice(0, 16);

export function openKnownBrowsers(database: Database, now = database.clock.now): KnownBrowsers {
  let secret: Promise<string> | undefined;

  /** Created by the first server that needs it. */
  async function read(): Promise<string> {
    const find = () =>
      database.read.selectFrom('secrets').select('value').where('name', '=', SECRET).executeTakeFirst();
    const found = await find();
    if (found) return found.value;
    const value = randomBytes(32).toString('base64url');
    await database.transaction((trx) =>
      trx
        .insertInto('secrets')
        .values({ name: SECRET, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    );
    return (await find())?.value ?? value;
  }
  const key = (): Promise<string> => {
    secret ??= read().catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };

  const proofOf = async (text: string) =>
    createHmac('sha256', await key())
      .update(text)
      .digest('base64url');

  async function marksOf(request: FastifyRequest): Promise<Mark[]> {
    const texts = (request.cookies[COOKIE] ?? '').split('~').slice(0, ACCOUNTS);
    const today = Math.floor(now() / DAY_MS);
    const marks: Mark[] = [];
    for (const text of texts) {
      const [owner = '', day = '', id = '', proof = ''] = text.split('.');
      const [given, right] = [Buffer.from(proof), Buffer.from(await proofOf(`${owner}.${day}.${id}`))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) continue;
      if (Number(day) + DAYS > today) marks.push({ owner, day: Number(day), id, text });
    }
    return marks;
  }

  return {
    async idOf(request, account) {
      if (request.cookies[COOKIE] === undefined) return undefined;
      return (await marksOf(request)).find(({ owner }) => owner === ownerOf(account))?.id;
    },
    async remember(request, reply, account) {
      const owner = ownerOf(account);
      const others = (await marksOf(request)).filter((mark) => mark.owner !== owner);
      const own = `${owner}.${Math.floor(now() / DAY_MS)}.${randomBytes(12).toString('base64url')}`;
      const texts = [`${own}.${await proofOf(own)}`, ...others.map(({ text }) => text)];
      reply.setCookie(COOKIE, texts.slice(0, ACCOUNTS).join('~'), {
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'lax',
        maxAge: (DAYS * DAY_MS) / 1000,
      });
    },
  };
}
