/**
 * Deliveries, promotions, copies, renames, deletions, removed files, roll backs and configurations, all at once, from many
 * callers: on PostgreSQL and S3 by two servers that share nothing else, on SQLite by one. Afterwards the database is read:
 * nothing is missing or duplicated, no target was taken twice, and the history explains the result.
 *
 * A tenth of it runs by default; npm run test:all runs a thousand operations.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, type Area, type BatchRow, type HistoryEntry } from '../contract/index.ts';
import type { SnapshotContent, SnapshotPart } from './catalogue/snapshots.ts';
import { freshBucket, openLine, S3_SERVICE } from './platform/blobs/testing/s3.ts';
import { openDatabase } from './platform/database/database.ts';
import type { Database, Tables } from './schema.ts';
import { bucketSettings } from './testing/bucketSettings.ts';
import { databases, freshDatabase } from './testing/databases.ts';
import { shorter } from './testing/length.ts';
import { multipart } from './testing/testApp.ts';
import { endAll, folderOfStore, type Running, start } from './testing/testServer.ts';
import { META, metaZip, plain, zipOf } from './testing/tinyPacks.ts';

const OPERATIONS = shorter(1000, 100);
const CALLERS = 8;
const SETS = 4;
const PICTURES = 4;
const WAIT = { timeout: 240_000, interval: 200 };

const delivered = Array.from({ length: SETS }, (_, n) => `1KL2A5xxxxxxxx0${n}`);
/** Few, so that several callers compete for the same one. */
const targets = Array.from({ length: 3 }, (_, n) => `1KL2A5xxxxxxxx9${n}`);
const anySet = [...delivered, ...targets];
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

type Move = Selectable<Tables['refHistory']>;
interface Answered {
  what: string;
  key: string;
  status: number;
  body: unknown;
}

describe.each([...databases().flatMap((kind) => (kind === 'postgres' && !S3_SERVICE ? [] : [kind]))])(
  'everything at once on %s',
  { timeout: 600_000 },
  (kind) => {
    const cleanUps: (() => Promise<void>)[] = [];
    let servers: Running[];
    let database: Database;
    beforeAll(() => {
      if (!S3_SERVICE) console.warn('NOT RUN: everything at once on PostgreSQL and S3.');
    });
    afterEach(async () => {
      await endAll();
      for (const clean of cleanUps.splice(0).reverse()) await clean();
    });

    async function startServers(): Promise<void> {
      const { url, drop } = await freshDatabase(kind);
      cleanUps.push(drop);
      const folders = [folderOfStore(), folderOfStore()];
      if (url === undefined) {
        servers = [await start(folders[0] ?? '', { LACQUER_WORKERS: '3' })];
      } else {
        const bucket = await freshBucket();
        const line = await openLine();
        cleanUps.push(bucket.drop, line.close);
        const settings = {
          ...bucketSettings(bucket),
          LACQUER_S3_ENDPOINT: line.endpoint,
          LACQUER_DATABASE_URL: url,
          LACQUER_WORKERS: '2',
        };
        servers = [];
        for (const folder of folders) servers.push(await start(folder, settings));
      }
      database = await openDatabase<Tables>(url ?? `sqlite:${join(folders[0] ?? '', 'lacquer.db')}`);
      cleanUps.push(() => database.close());
    }

    const answers: Answered[] = [];
    const acknowledged = new Map<string, string[]>();
    const any = () => pick(servers);
    async function note(what: string, key: string, answer: Response | undefined): Promise<Answered> {
      const text = (await answer?.text()) ?? '';
      const isJson = answer?.headers.get('content-type')?.includes('json') === true;
      const one = { what, key, status: answer?.status ?? 0, body: isJson ? JSON.parse(text) : text };
      answers.push(one);
      return one;
    }

    async function upload(fileName: string, bytes: Buffer): Promise<void> {
      const form = multipart(fileName, bytes);
      const answer = await any().send('POST', '/api/v2/admin/files', form.headers, form.payload);
      const { body } = await note('upload', fileName, answer);
      const { sha256 = '' } = body as { sha256?: string };
      acknowledged.set(fileName, [...(acknowledged.get(fileName) ?? []), sha256]);
    }
    async function uploadPicture(set: string): Promise<void> {
      const n = randomInt(PICTURES);
      // Each upload has its own picture at its own path, so that a lost part is noticed.
      const colour = [randomInt(256), randomInt(256), randomInt(256), 255];
      await upload(`image-ext-${set}_${n}.zip`, await zipOf({ [`001/p${n}.png`]: await plain(colour) }));
    }
    async function uploadMeta(set: string): Promise<void> {
      const label = `${randomInt(1_000_000)}`;
      const features = META['features.xml']?.replace('Banquise', label);
      await upload(`meta-${set}.zip`, await metaZip({ 'versions.xml': undefined, 'features.xml': features }, set));
    }

    const operations: readonly [weight: number, operation: () => Promise<unknown>][] = [
      [6, () => uploadPicture(pick(delivered))],
      [2, () => uploadMeta(pick(delivered))],
      [
        4,
        async () => {
          const disId = pick(anySet);
          const [source, target] = pick([
            ['embargo', 'preprod'],
            ['embargo', 'prod'],
            ['preprod', 'prod'],
          ] as const);
          const what = pick(['promote', 'promote', 'promoteMetadata']);
          await note(what, disId, await any().post(`/api/v2/admin/dis/${disId}/${what}`, { disId, source, target }));
        },
      ],
      [
        3,
        async () => {
          const target = pick(targets);
          await note('copy', target, await any().get(`/api/v2/admin/dis/${pick(anySet)}/copy?targetDisId=${target}`));
        },
      ],
      [
        2,
        async () => {
          const [from, target] = [pick(anySet), pick(targets)];
          await note('rename', target, await any().get(`/api/v2/admin/dis/${from}/rename?targetDisId=${target}`));
        },
      ],
      [
        2,
        async () => {
          const disId = pick([...targets, ...targets, ...delivered]);
          await note('delete', disId, await any().send('DELETE', `/api/v2/admin/dis/${disId}`));
        },
      ],
      [
        2,
        async () => {
          const path = `/${pick(AREAS)}/dis/${pick(anySet)}/ext/001/p${randomInt(PICTURES)}.png`;
          await note('removal', path, await any().send('DELETE', `/api/v2/admin/file-elements-delete?path=${path}`));
        },
      ],
      [
        2,
        async () => {
          const disId = pick(anySet);
          const answer = await any().get(`/api/v2/admin/dis/${disId}/history`);
          if (!answer.ok) return note('history', disId, answer);
          const moves = ((await answer.json()) as HistoryEntry[]).filter(({ restorable }) => restorable);
          if (moves.length === 0) return undefined;
          const { area, id } = pick(moves);
          return note('rollback', disId, await any().post(`/api/v2/admin/dis/${disId}/rollback`, { area, entry: id }));
        },
      ],
      [
        1,
        async () => {
          const code = pick(['DE', 'FR', 'GB']);
          const file = `<countries><country code="${code}" name="${code}"/></countries>`;
          const form = multipart(`country_list_${randomInt(2)}.xml`, Buffer.from(file));
          await note(
            'config',
            'preprod',
            await any().send('POST', '/preprod/api/v2/admin/global-files', form.headers, form.payload),
          );
        },
      ],
      [
        1,
        async () => {
          const path = `/preprod/global-configs/country_list_${randomInt(2)}.xml`;
          await note(
            'configRemoval',
            'preprod',
            await any().send('DELETE', `/api/v2/admin/file-elements-delete?path=${path}`),
          );
        },
      ],
    ];
    const lots = operations.flatMap(([weight, operation]) => Array<typeof operation>(weight).fill(operation));

    const jobs = async () => (await (await any().get('/api/v2/admin/getBatchSummary')).json()) as BatchRow[];
    async function untilQuiet(): Promise<void> {
      const open = () =>
        database.read.selectFrom('jobs').select('function').where('state', 'in', ['CREATED', 'STARTED']).execute();
      await expect.poll(open, WAIT).toEqual([]);
    }

    const partsOf = new Map<string, readonly SnapshotPart[]>();
    async function readParts(): Promise<void> {
      const rows = await database.background.selectFrom('snapshots').select(['id', 'content']).execute();
      for (const { id, content } of rows) partsOf.set(id, (JSON.parse(content) as SnapshotContent).parts);
    }
    const parts = (id: string | null) => {
      if (id === null) return [];
      const found = partsOf.get(id);
      if (!found) throw new Error(`the snapshot ${id} is missing`);
      return found;
    };
    const manifests = (list: readonly SnapshotPart[]) => list.map(({ manifest }) => manifest);
    const only = (list: readonly SnapshotPart[], kinds: readonly string[]) =>
      list.filter(({ kind: of }) => kinds.includes(of));

    /** Checks that a move does what its reason allows. @param before the earlier moves of all keys and areas, newest last */
    function expectLawful(move: Move, before: readonly Move[]): void {
      const [from, to] = [parts(move.fromSnapshot), parts(move.toSnapshot)];
      const had = (test: (other: Move) => boolean) =>
        before.filter(test).some(({ toSnapshot }) => toSnapshot === move.toSnapshot);
      const about = `${move.id} ${move.area} ${move.key} ${move.reason}`;
      switch (move.reason) {
        case 'upload': {
          // Parts of one pack are added or replaced, all others stay.
          const packs = new Set([
            ...to.filter((part) => !manifests(from).includes(part.manifest)).map(({ pack }) => pack),
          ]);
          expect(packs.size, about).toBeLessThanOrEqual(1);
          const others = (list: readonly SnapshotPart[]) =>
            manifests(list.filter(({ pack }) => !packs.has(pack))).sort();
          expect(others(to), about).toEqual(others(from));
          break;
        }
        case 'promote':
          expect(
            had(({ key, area }) => key === move.key && area !== move.area),
            about,
          ).toBe(true);
          break;
        case 'promoteMetadata':
          expect(manifests(only(to, ['image'])).sort(), about).toEqual(manifests(only(from, ['image'])).sort());
          break;
        case 'copy':
          expect(move.fromSnapshot, about).toBe(null);
          expect(
            had(({ area }) => area === 'embargo'),
            about,
          ).toBe(true);
          break;
        case 'rename':
          if (move.toSnapshot !== null) {
            expect(move.fromSnapshot, about).toBe(null);
            expect(
              had(({ area }) => area === move.area),
              about,
            ).toBe(true);
          }
          break;
        case 'delete':
          expect(move.toSnapshot, about).toBe(null);
          break;
        case 'edit':
          expect(to.length, about).toBeLessThanOrEqual(from.length);
          expect(manifests(to).filter((one) => !manifests(from).includes(one)).length, about).toBeLessThanOrEqual(1);
          break;
        case 'rollback':
          expect(
            had(({ key, area }) => key === move.key && area === move.area),
            about,
          ).toBe(true);
          break;
        default:
          throw new Error(about);
      }
    }

    it(`${OPERATIONS} operations of ${CALLERS} callers`, async () => {
      await startServers();
      for (const set of delivered) await uploadMeta(set);
      await untilQuiet();
      let left = OPERATIONS;
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          for (; left > 0; left -= 1) {
            await pick(lots)();
            await pause(randomInt(20));
          }
        }),
      );
      await untilQuiet();

      // Every answer is an expected one.
      expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
      expect(answers.filter(({ what, status }) => /^(upload|config)$/.test(what) && status !== 200)).toEqual([]);
      const done = await jobs();
      const failures = done.filter(({ jobStatus }) => jobStatus === 'FAILED').map(({ failure }) => failure);
      for (const failure of failures) expect(failure).toMatch(/ no longer has | is not in .* Promote all of it first/);

      // Each name's last upload is live, once.
      const packs = await database.background.selectFrom('packs').selectAll().orderBy('number').execute();
      expect([...new Set(packs.map(({ fileName }) => fileName))].sort()).toEqual([...acknowledged.keys()].sort());
      for (const [fileName, uploads] of Map.groupBy(packs, (pack) => pack.fileName)) {
        const states = uploads.map(({ state }) => state);
        expect(states, fileName).toEqual([...Array(uploads.length - 1).fill('replaced'), 'live']);
        expect(uploads.map(({ sha256 }) => sha256).sort(), fileName).toEqual(acknowledged.get(fileName)?.sort());
      }

      // Each move starts where the previous one ended, and does what its reason says.
      await readParts();
      const moves = await database.background.selectFrom('refHistory').selectAll().orderBy('id').execute();
      const now = new Map<string, string | null>();
      for (const [at, move] of moves.entries()) {
        const place = `${move.area} ${move.kind} ${move.key}`;
        expect(move.fromSnapshot, `${move.id} ${place}`).toBe(now.get(place) ?? null);
        now.set(place, move.toSnapshot);
        expectLawful(move, moves.slice(0, at));
      }
      const refs = await database.background.selectFrom('refs').selectAll().execute();
      expect(new Map(refs.map(({ area, kind: of, key, snapshotId }) => [`${area} ${of} ${key}`, snapshotId]))).toEqual(
        new Map([...now].filter(([, snapshot]) => snapshot !== null)),
      );

      // As many moves as were acknowledged: nothing was done twice, nothing was lost.
      const logged = (what: string, key?: string) =>
        answers.filter((one) => one.what === what && one.status === 200 && (key === undefined || one.key === key))
          .length;
      const moved = (reason: string, test: (move: Move) => boolean) =>
        moves.filter((move) => move.reason === reason && test(move)).length;
      const completed = (name: RegExp) =>
        done.filter((job) => job.jobStatus === 'COMPLETED' && name.test(`${job.jobName} ${job.function}`)).length;
      for (const key of targets) {
        expect(moved('copy', (move) => move.key === key)).toBe(logged('copy', key));
        const renamed = moves.filter(
          (move) => move.reason === 'rename' && move.key === key && move.toSnapshot !== null,
        );
        // A rename is one transaction in all its areas.
        expect(new Set(renamed.map(({ movedAt }) => movedAt)).size).toBeGreaterThanOrEqual(
          Math.min(1, logged('rename', key)),
        );
      }
      expect(moved('upload', () => true)).toBe(logged('upload'));
      expect(completed(/^readPack /)).toBe(logged('upload'));
      expect(moved('promote', () => true)).toBe(completed(/^promote Promote (?!metadata)/));
      expect(moved('promoteMetadata', () => true)).toBe(completed(/^promote Promote metadata/));
      expect(moved('rollback', () => true)).toBe(completed(/^rollback /));
      expect(moved('edit', () => true) + moved('delete', ({ note: text }) => text !== null)).toBe(
        answers.filter(({ what, body }) => what === 'removal' && body === true).length,
      );

      // Each active configuration is in the history once, and acknowledged changes explain it.
      const entries = await database.background.selectFrom('configHistory').selectAll().orderBy('id').execute();
      const inForce = new Map<string, string | null>();
      for (const { id, fileName, content } of entries) {
        expect(content, `entry ${id} of ${fileName}`).not.toBe(inForce.get(fileName) ?? null);
        inForce.set(fileName, content);
      }
      const files = await database.background.selectFrom('globalConfigs').select(['fileName', 'content']).execute();
      expect(new Map(files.map(({ fileName, content }) => [fileName, content]))).toEqual(
        new Map([...inForce].filter(([, content]) => content !== null)),
      );
      const changesBy = (action: string) => entries.filter((entry) => entry.action === action).length;
      // Uploading an identical file changes nothing.
      expect(changesBy('upload')).toBeLessThanOrEqual(logged('config'));
      expect(changesBy('delete')).toBe(
        answers.filter(({ what, body }) => what === 'configRemoval' && body === true).length,
      );

      // The generation of an area counts each transaction that changed it, once.
      for (const area of AREAS satisfies readonly Area[]) {
        const inArea = moves.filter((move) => move.area === area);
        const leaving = inArea.filter(({ reason, toSnapshot }) => reason === 'rename' && toSnapshot === null).length;
        const configs = entries.filter((entry) => entry.area === area).length;
        const row = await database.read
          .selectFrom('areaGenerations')
          .selectAll()
          .where('area', '=', area)
          .executeTakeFirst();
        expect(Number(row?.generation ?? 0), area).toBe(inArea.length - leaving + configs);
      }
      // All servers show the same.
      for (const area of AREAS) {
        const lists = await Promise.all(
          servers.map(async (server) => (await server.get(`/${area}/api/v2/test/dis`)).json()),
        );
        const keys = refs.filter((ref) => ref.area === area && ref.kind === 'dis').map(({ key }) => key);
        for (const list of lists) expect(list).toEqual(keys.sort());
      }
    });
  },
);
