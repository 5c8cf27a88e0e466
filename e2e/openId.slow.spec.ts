/** Sign-in by OpenID Connect from the page, at a real provider (A 6). */
import net, { type AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { CLIENT, startProvider } from '../src/server/access/testing/oidcProvider.ts';
import { startTestApp } from '../src/server/testing/testApp.ts';
import { expectNoA11yProblems } from './app.ts';

const LABEL = 'Sign in with Example';

/** The provider must know the address before the server has it. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startWithProvider(issuerOf?: string) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const person = (name: string, groups?: string[]) => ({
    password: 'pw',
    claims: { preferred_username: name, ...(groups && { groups }) },
  });
  const provider = await startProvider(address, { s1: person('anna', ['veh-admins']), s2: person('bert') });
  const server = await startTestApp('sqlite', {
    LACQUER_PUBLIC_URL: address,
    LACQUER_OIDC_ISSUER: issuerOf ?? provider.issuer,
    LACQUER_OIDC_CLIENT_ID: CLIENT.id,
    LACQUER_OIDC_CLIENT_SECRET: CLIENT.secret,
    LACQUER_OIDC_ROLES: 'veh-admins=ROLE_ADMIN+ROLE_UPLOAD',
    LACQUER_OIDC_LABEL: LABEL,
  });
  await server.app.listen({ port, host: '127.0.0.1' });
  return {
    address,
    issuer: provider.issuer,
    stop: async () => {
      await server.stop();
      await provider.close();
    },
  };
}

const atProvider = async (page: Page, user: string, password = 'pw') => {
  await page.getByRole('link', { name: LABEL }).click();
  await page.getByLabel('user').fill(user);
  await page.getByLabel('password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
};

test('A 6: by the button to the provider and back to the page that was asked for; sign out ends both', async ({
  page,
}) => {
  const { address, issuer, stop } = await startWithProvider();
  try {
    await page.goto(`${address}/logs?filter=signed`);
    await expect(page.getByRole('link', { name: LABEL })).toBeVisible();
    await expectNoA11yProblems(page);
    await atProvider(page, 's1');
    await expect(page).toHaveURL(`${address}/logs?filter=signed`);
    await expect(page.getByText('anna signed in by OpenID Connect.')).toBeVisible();

    await page.getByRole('button', { name: 'anna' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(new RegExp(`^${issuer}/session/end`));
    await page.getByRole('button', { name: /sign me out/ }).click();
    await expect(page).toHaveURL(`${address}/`);
    await expect(page.getByRole('link', { name: LABEL })).toBeVisible();
    // The user is not signed in silently: the provider asks again.
    await page.getByRole('link', { name: LABEL }).click();
    await expect(page.getByLabel('password')).toBeVisible();
  } finally {
    await stop();
  }
});

test('A 6: who has no role, is refused, or finds the provider away, reads why', async ({ page }) => {
  const { address, stop } = await startWithProvider();
  try {
    await page.goto(`${address}/upload`);
    await atProvider(page, 's1', 'wrong');
    await expect(page.getByRole('alert')).toHaveText(
      'The sign-in was refused or cancelled at the sign-in service. Try again.',
    );
    await expectNoA11yProblems(page);
    await atProvider(page, 's2');
    await expect(page.getByRole('heading', { name: 'Welcome bert' })).toBeVisible();
    await expect(page.getByText('You have no test area')).toBeVisible();
  } finally {
    await stop();
  }
  const lonely = await startWithProvider('http://127.0.0.1:9');
  try {
    await page.goto(`${lonely.address}/`);
    await page.getByRole('link', { name: LABEL }).click();
    await expect(page.getByRole('alert')).toContainText('The sign-in service is not responding.');
    await expect(page.getByLabel('User name')).toBeVisible();
  } finally {
    await lonely.stop();
  }
});
