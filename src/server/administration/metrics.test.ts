/** Metrics: what a monitoring system reads, and that it says nothing about content. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, startTestApp, type TestApp } from '../testApp.ts';
import { metaZip, SET } from '../tinyPacks.ts';

describe.each(databases())('metrics on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('counts requests by the pattern of their route, and jobs by state; names no set and no pack', async () => {
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.call('GET', `/api/v2/test/dis/${SET}/resolutions?viewPort=exterior`);
    await server.call('GET', `/no/such/${SET}`);
    const text = async () => (await server.call('GET', '/api/v2/metrics')).body;
    await expect.poll(text).toContain('lacquer_jobs{state="COMPLETED"} 1\n');
    const said = await text();
    expect(said).toMatch(
      /lacquer_request_seconds_count\{method="POST",route="\/api\/v2\/admin\/files",status="200"\} 1\n/,
    );
    expect(said).toMatch(/route="\/api\/v2\/test\/dis\/:id\/resolutions"/);
    expect(said).toContain('process_resident_memory_bytes');
    expect(said).not.toContain(SET);
  });
});
