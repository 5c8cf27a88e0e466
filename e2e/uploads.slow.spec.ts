/** Uploads belong to no screen, in the browser: what closing the page asks, and what cancelling leaves on the server. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';
import { metaPack } from './packs.ts';

test('an upload goes on on other screens, can be cancelled, and the browser asks before it closes', async ({
  page,
}) => {
  await signIn(page, 'admin');
  // Never answered: the upload stays in progress for as long as the test needs.
  await page.route('**/api/v2/admin/files', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.goto('/upload');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/admin/files'));
  await page
    .getByLabel('Delivery packs')
    .setInputFiles([{ name: 'meta_slow.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await sent;
  await page.getByRole('link', { name: 'Logs' }).click();
  const panel = page.getByRole('region', { name: 'Uploads' });
  await expect(panel.getByText('1 file being uploaded')).toBeVisible();
  await expectNoA11yProblems(page);
  // Nothing that sticks to the bottom is hidden below the panel.
  const next = page.getByRole('button', { name: 'Go to last page' });
  const [pages, top] = [await next.boundingBox(), (await panel.boundingBox())?.y ?? 0];
  expect((pages?.y ?? 0) + (pages?.height ?? 0)).toBeLessThanOrEqual(top);

  const dialog = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const question = await dialog;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await closing;
  await panel.getByRole('button', { name: 'Cancel the upload of meta_slow.zip' }).click();
  await expect(panel).toHaveCount(0);

  // Nothing is unfinished any more, so nothing is asked.
  const questions: string[] = [];
  page.on('dialog', (one) => {
    questions.push(one.type());
    void one.accept();
  });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(questions).toEqual([]);
});

test('a cancelled upload in parts leaves nothing on the server', async ({ page }) => {
  await signIn(page, 'uploader');
  await page.route('**/api/v2/admin/files', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  );
  let held = '';
  await page.route('**/api/v2/admin/files/resumable/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    held = route.request().url();
    return undefined;
  });
  await page.goto('/upload');
  await page
    .getByLabel('Delivery packs')
    .setInputFiles([{ name: 'meta_parts.zip', mimeType: 'application/zip', buffer: Buffer.from('PK in parts') }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(() => held).not.toBe('');
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.url() === held);
  await page.getByRole('button', { name: 'Cancel the upload of meta_parts.zip' }).click();
  expect((await ended).status()).toBe(204);
  await expect(page.getByText('meta_parts.zip')).toHaveCount(0);
  const { token } = (await (await page.request.get('/api/v2/public/session')).json()) as { token: string };
  const again = await page.request.head(held, { headers: { 'Tus-Resumable': '1.0.0', 'X-CSRF-Token': token } });
  expect(again.status()).toBe(404);
});

test('spec 000 §5, §8: an upload that sends nothing for 60 seconds ends with the notice and 0 %', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'uploader');
  await page.route('**/api/v2/admin/files', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.goto('/upload');
  await page
    .getByLabel('Delivery packs')
    .setInputFiles([{ name: 'meta_slow.zip', mimeType: 'application/zip', buffer: await metaPack() }]);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/admin/files'));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await sent;
  await page.clock.fastForward(61_000);
  await expect(page.getByText('Could not upload the file: meta_slow.zip')).toBeVisible();
  await expect(page.getByText('0 %')).toBeVisible();
});
