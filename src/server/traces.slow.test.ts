/** Traces reach a receiver of OpenTelemetry as its protocol asks, say nothing that is secret, and cost nothing when it fails. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { freshBucket, S3_SERVICE } from './platform/blobs/testing/s3.ts';
import { closeTracing, setTracing, traceParent } from './platform/tracing.ts';
import { bucketSettings } from './testing/bucketSettings.ts';
import { databases } from './testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from './testing/testApp.ts';
import { metaZip, plain, SET, VERSION, zipOf } from './testing/tinyPacks.ts';
import { startTraces, traceSettings } from './traces.ts';

const ADMIN = ['ROLE_ADMIN'] as const;
const WAIT = { timeout: 60_000, interval: 50 };
const TRACE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;

/**
 * ExportTraceServiceRequest of opentelemetry-proto, in its JSON encoding: ids in hex, 64-bit integers as text, no other
 * names.
 */
const Attribute = z.strictObject({
  key: z.string(),
  value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.number().int() })]),
});
const OtlpSpan = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  traceState: z.string().optional(),
  flags: z.number(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(Attribute),
  droppedAttributesCount: z.literal(0),
  events: z.tuple([]),
  droppedEventsCount: z.literal(0),
  links: z.tuple([]),
  droppedLinksCount: z.literal(0),
  status: z.strictObject({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
});
const Request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute), droppedAttributesCount: z.literal(0) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(OtlpSpan),
        }),
      ),
    }),
  ),
});
type OtlpSpan = z.output<typeof OtlpSpan>;

const listening: ReturnType<typeof createServer>[] = [];
async function receive(answer: RequestListener = (_request, response) => response.end('{}')) {
  const received: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, text });
      answer(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  listening.push(server);
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = () => received.map(({ text }) => Request.parse(JSON.parse(text)));
  const spans = (): OtlpSpan[] =>
    requests().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { received, address, requests, spans };
}
const closeReceivers = () => {
  for (const server of listening.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
};

const valueOfKey = ({ attributes }: OtlpSpan, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value ?? {};
  return Object.values(value)[0];
};

describe.each(databases())('traces on %s', (kind) => {
  let server: TestApp;
  let otlp: Awaited<ReturnType<typeof receive>>;
  let hooks: Awaited<ReturnType<typeof receive>>;
  let bucket: Awaited<ReturnType<typeof freshBucket>> | undefined;
  const onS3 = kind === 'postgres' && S3_SERVICE !== undefined;

  beforeAll(async () => {
    otlp = await receive();
    hooks = await receive();
    await startTraces(
      { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.address, OTEL_SERVICE_NAME: 'cars', OTEL_TRACES_SAMPLER: ' ' },
      'lacquer',
      'silent',
    );
    bucket = onS3 ? await freshBucket() : undefined;
    server = await startTestApp(kind, {
      LACQUER_WEBHOOK_NETWORKS: '127.0.0.1',
      ...(bucket && bucketSettings(bucket)),
    });
  });
  afterAll(async () => {
    await server.stop();
    await closeTracing();
    setTracing(undefined);
    closeReceivers();
  });

  const inTrace = () => otlp.spans().filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => inTrace().filter((span) => span.name === name);

  it('one trace leads from the upload through its job, steps, statements and store to the webhook', async () => {
    const hook = { url: `${hooks.address}/hook`, events: ['pack.live'], embargo: true };
    expect((await server.call('POST', '/api/v2/admin/webhooks', { as: ADMIN, body: hook })).statusCode).toBe(200);
    const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
    const boundary = 'b0';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="meta-${SET}.zip"\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), await metaZip(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const sent = await server.app.inject({
      method: 'POST',
      url: '/api/v2/admin/files',
      headers: {
        cookie,
        'x-csrf-token': token,
        traceparent: CALLER,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload,
    });
    expect(sent.statusCode, sent.body).toBe(200);
    expect(await server.waitForPack(`meta-${SET}.zip`)).toMatchObject({ state: 'live' });

    await vi.waitFor(() => expect(named('webhook pack.live')).toHaveLength(1), WAIT);
    await vi.waitFor(() => expect(named('job readPack')).toHaveLength(1), WAIT);
    const [upload] = named('POST /api/v2/admin/files');
    const [job] = named('job readPack');
    expect(upload).toMatchObject({ parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(upload && valueOfKey(upload, 'http.response.status_code')).toBe(200);
    expect(upload && valueOfKey(upload, 'request.id')).toBe(sent.headers['x-request-id']);
    expect(job).toMatchObject({ parentSpanId: upload?.spanId, kind: 5 });
    for (const step of ['list the pack', 'read its files', 'store the pictures', 'go live']) {
      expect(named(step), step).toMatchObject([{ parentSpanId: job?.spanId }]);
    }
    // In the request, after its body was read, and in the job.
    const [live] = named('go live');
    expect(named('insert packs')).toMatchObject([{ parentSpanId: upload?.spanId, kind: 3 }]);
    expect(named('update packs').some(({ parentSpanId }) => parentSpanId === live?.spanId)).toBe(true);
    expect(inTrace().some(({ name }) => name.startsWith('S3 '))).toBe(onS3);

    const [span] = named('webhook pack.live');
    expect(hooks.received[0]?.headers['traceparent']).toBe(`00-${TRACE}-${span?.spanId}-01`);
    expect(otlp.received[0]).toMatchObject({ path: '/v1/traces', headers: { 'content-type': 'application/json' } });
    const resource = otlp.requests()[0]?.resourceSpans[0]?.resource.attributes ?? [];
    expect(resource).toContainEqual({ key: 'service.name', value: { stringValue: 'cars' } });
    const times = inTrace().map((span) => BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano));
    expect(times.every((time) => time >= 0n)).toBe(true);
    expect(inTrace().every(({ startTimeUnixNano }) => BigInt(startTimeUnixNano) > 10n ** 18n)).toBe(true);
  });

  it('a picture has its painting; probes and scrapes have no spans', async () => {
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([255, 0, 0, 255]) }));
    const headers = { traceparent: CALLER, accept: 'image/png' };
    const url = `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`;
    const painted = await server.call('GET', url, { as: ADMIN, headers });
    expect(painted.statusCode, painted.body).toBe(200);
    for (const path of ['health/live', 'health/ready', 'metrics']) {
      await server.call('GET', `/api/v2/${path}`, { as: ADMIN, headers });
    }
    await vi.waitFor(() => expect(named('paint')).toHaveLength(1), WAIT);
    const [request] = inTrace().filter(({ name }) => /^GET .*\/image\/dis\/:\w+\/image$/.test(name));
    expect(request).toBeDefined();
    expect(named('paint')).toMatchObject([{ parentSpanId: request?.spanId }]);
    expect(inTrace().filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });

  it('neither ids of sets, names of files and people, options, tokens nor passwords are in a span', async () => {
    const headers = { traceparent: CALLER };
    const body = { username: 'ADMIN.', password: `${PASSWORD} canary` };
    await server.call('POST', '/api/v2/public/session', { as: 'nobody', headers, body });
    await server.call('GET', `/embargo/api/v2/test/versions?disId=${SET}`, { headers });
    await server.call('GET', `/embargo/api/v2/test/versions/${VERSION}/features?colour=0MM00NZP`, { headers });
    await server.call('GET', `/embargo/api/v2/test/dis/no-such-canary/layers`, { headers });
    const isRecorded = () => inTrace().some(({ name }) => /test\/dis\/:\w+\/layers$/.test(name));
    await vi.waitFor(() => expect(isRecorded()).toBe(true), WAIT);
    const { cookie, token, username } = await server.signIn(['ROLE_ADMIN']);
    const sent = otlp.received.map(({ text }) => text).join('\n');
    const secrets = [SET, SET.slice(0, 6), VERSION, 'meta-', '.zip', 'black', '0MM00NZP', 'canary', PASSWORD, token];
    for (const secret of [...secrets, cookie.split('=')[1] ?? '', username, hooks.address, server.folder]) {
      expect(sent.includes(secret), secret).toBe(false);
    }
  });

  it('what nobody asked for, such as looking for jobs, makes no spans', () => {
    expect(traceParent()).toBeUndefined();
    const roots = otlp.spans().filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(roots.filter(({ name }) => !/^(GET|POST|PUT|DELETE|job|webhook) /.test(name))).toEqual([]);
  });
});

describe('a receiver that fails', () => {
  afterEach(async () => {
    await closeTracing();
    setTracing(undefined);
    closeReceivers();
  });
  const answers: readonly [string, RequestListener | undefined][] = [
    ['is away', undefined],
    ['is broken', (_request, response) => response.writeHead(500).end('no')],
    ['asks to wait', (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end()],
    ['never answers', () => {}],
    ['never ends', (_request, response) => response.write('{')],
    ['answers what is no JSON', (_request, response) => response.end('<html>'.repeat(100))],
    ['redirects', (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
  ];
  it.each(answers)(
    'that %s costs no request anything, nor does the end of the process wait for it',
    async (_, answer) => {
      const { address } = answer ? await receive(answer) : { address: 'http://127.0.0.1:1' };
      await startTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: address }, 'lacquer', 'silent');
      const server = await startTestApp();
      const calls = Array.from({ length: 300 }, () => server.call('GET', '/api/v2/admin/files'));
      expect(new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(await server.deliver(`meta-${SET}.zip`, await metaZip())).toMatchObject({ state: 'live' });
      await server.stop();
    },
  );
});

describe('its settings', () => {
  const RECEIVER = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  it('nothing is made without a receiver, and an empty variable is an absent one', () => {
    expect(traceSettings({ OTEL_TRACES_SAMPLER: 'nonsense' })).toBeUndefined();
    expect(traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' })).toBeUndefined();
    expect(traceSettings({ ...RECEIVER, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  });
  it('what does not hold is named', () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
    };
    for (const name of Object.keys(wrong)) expect(() => traceSettings({ ...RECEIVER, ...wrong })).toThrow(name);
  });
  it.each([
    ['always_off', '', 0],
    ['traceidratio', '0', 0],
    ['parentbased_traceidratio', '1', 1],
    ['always_on', '', 1],
  ])('the sampler %s %s sends %i of one', async (sampler, ratio, sent) => {
    const { address, spans, received } = await receive();
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary' };
    const settings = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio };
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', headers.OTEL_EXPORTER_OTLP_HEADERS);
    await startTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: address, ...settings }, 'lacquer', 'silent');
    const server = await startTestApp();
    await server.call('GET', '/api/v2/test/dis', { as: 'nobody' });
    await server.stop();
    await closeTracing();
    setTracing(undefined);
    vi.unstubAllEnvs();
    expect(spans().filter(({ name }) => name === 'GET /api/v2/test/dis')).toHaveLength(sent);
    if (sent > 0) expect(received[0]?.headers.authorization).toBe('Bearer canary');
    closeReceivers();
  });
});
