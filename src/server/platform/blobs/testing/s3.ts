/**
 * Buckets for tests, on the S3 service that LACQUER_TEST_S3 names (`http://key:secret@host:port`), as `npm test` sets
 * it. Without it, tests that need S3 are skipped.
 *
 *   S3_SERVICE        undefined where there is none
 *   freshBucket       an empty bucket that tests can inspect directly
 *   openLine          a connection between a process and the service that can be cut
 *   openGateway       a gateway that answers late, never, or in place of the service
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Options } from '../s3.ts';

const given = process.env['LACQUER_TEST_S3'];
export const S3_SERVICE = given === undefined ? undefined : new URL(given);
if (!S3_SERVICE) console.warn('NOT RUN: tests on S3. LACQUER_TEST_S3 names no service.');

export interface TestBucket {
  readonly options: S3Options;
  keys(): Promise<string[]>;
  /** multipart uploads that were begun and not completed */
  unfinished(): Promise<number>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer>;
  delete(key: string): Promise<void>;
  drop(): Promise<void>;
}

/** @param endpoint address that the store uses instead of the service's own */
export async function freshBucket(endpoint?: string): Promise<TestBucket> {
  const service = S3_SERVICE as URL;
  const credentials = {
    accessKeyId: decodeURIComponent(service.username),
    secretAccessKey: decodeURIComponent(service.password),
  };
  const own = `${service.protocol}//${service.host}`;
  const client = new S3Client({
    endpoint: own,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = `lacquer-test-${randomBytes(8).toString('hex')}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  const folder = mkdtempSync(join(tmpdir(), 'test-s3-'));
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
  const keys = async () =>
    ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = '' }) => Key);
  return {
    options: {
      bucket: Bucket,
      prefix: 'test/',
      endpoint: endpoint ?? own,
      region: 'us-east-1',
      pathStyle: true,
      credentials,
      folder,
      cacheBytes: 256 * 1024 ** 2,
      freeBytes: 0,
    },
    keys,
    unfinished: async () => (await uploads()).length,
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    async get(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    async drop() {
      for (const { Key, UploadId } of await uploads()) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
      for (let some = await keys(); some.length > 0; some = await keys()) {
        await Promise.all(some.map((Key) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
      }
      await client.send(new DeleteBucketCommand({ Bucket }));
      client.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Line {
  readonly endpoint: string;
  /** the requests: `GET /bucket/key` … */
  readonly requests: string[];
  cut(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Passes every byte on, and counts the requests. */
export async function openLine(): Promise<Line> {
  const service = S3_SERVICE as URL;
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const server = createServer((socket) => {
    const onward = connect(Number(service.port || 80), service.hostname);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        onward.destroy();
      });
    }
    socket.on('data', (bytes) => {
      const call = /^((?:GET|PUT|POST|HEAD|DELETE) \S+) HTTP/.exec(bytes.toString('latin1', 0, 2000))?.[1];
      if (call) requests.push(call);
    });
    socket.pipe(onward);
    onward.pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as { port: number };
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    cut,
    mend: () => listen(port),
    async close() {
      cut();
    },
  };
}

export interface Gateway {
  readonly endpoint: string;
  /** the requests: `GET /bucket/key` … */
  readonly requests: string[];
  /** `drop`: acknowledges blobs and loses them; `hang`: never answers. @param only affects only requests that match */
  misbehave(how: 'drop' | 'hang' | undefined, only?: RegExp): void;
  close(): Promise<void>;
}

/** A gateway that forwards requests until it is told to misbehave. */
export async function openGateway(): Promise<Gateway> {
  const service = S3_SERVICE as URL;
  const requests: string[] = [];
  let how: 'drop' | 'hang' | undefined;
  let calls = /^/;
  const server = createHttpServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    requests.push(call);
    if (how !== undefined && calls.test(call)) {
      request.resume();
      if (how === 'drop') request.once('end', () => response.writeHead(200, { etag: '"dropped"' }).end());
      return;
    }
    const { method, url: path, headers } = request;
    const onward = httpRequest(
      { host: service.hostname, port: service.port || 80, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    requests,
    misbehave(next, only = /^/) {
      how = next;
      calls = only;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
