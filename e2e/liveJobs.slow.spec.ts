/** Background jobs show without a reload (A 2, A 4, T 2.8), also after a restart of the server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startApp } from '../src/server/app.ts';
import { readSettings } from '../src/server/config.ts';
import { enqueue } from '../src/server/platform/jobs/jobs.ts';
import { PASSWORD } from '../src/server/testing/testApp.ts';

test('A 2: the batch summary follows jobs of others, with numbers, and recovers when the server was away', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-live-'));
  const start = async (port: number) => {
    const running = await startApp(
      readSettings({
        LACQUER_DATA: folder,
        LACQUER_LOG_LEVEL: 'silent',
        LACQUER_ADMIN_PASSWORD: PASSWORD,
        // Jobs stay as this test makes them.
        LACQUER_WORKERS: '0',
      }),
    );
    const address = await running.app.listen({ port, host: '127.0.0.1' });
    return { ...running, address };
  };
  let server = await start(0);
  const { address } = server;
  const job = (name: string) =>
    server.database.transaction((trx) =>
      enqueue(trx, { name: 'elsewhere', function: name, payload: {}, createdBy: 'somebody' }),
    );
  const change = (id: string, values: { state: 'STARTED' | 'COMPLETED'; progress: number }) =>
    server.database.transaction((trx) => trx.updateTable('jobs').set(values).where('id', '=', id).execute());
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  try {
    await page.goto(`${address}/admin/batch-summary`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('No job has run yet.')).toBeVisible();

    const first = await job('First job');
    await expect(row('First job')).toContainText('CREATED');
    await change(first, { state: 'STARTED', progress: 7 });
    await expect(row('First job')).toContainText('STARTED 7 %');
    await change(first, { state: 'STARTED', progress: 56 });
    await expect(row('First job')).toContainText('STARTED 56 %');

    await server.close();
    await page.waitForTimeout(1500);
    server = await start(Number(new URL(address).port));
    await change(first, { state: 'COMPLETED', progress: 100 });
    await expect(row('First job')).toContainText('COMPLETED');
    await job('Second job');
    await expect(row('Second job')).toContainText('CREATED');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
