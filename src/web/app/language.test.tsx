/** The choice of the language, on the sign-in page: what the browser remembers of it. */
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jsonAnswer } from '../testing/renderScreen.tsx';
import { loadEnvironment } from './environment.ts';
import { Providers } from './Providers.tsx';
import SignIn from './SignIn.tsx';

const CONFIG = { API_BASE_URL: '', API_TEST_EMBARGO_URL: '', API_TEST_PREPROD_URL: '', API_TEST_PROD_URL: '' };

beforeEach(async () => {
  vi.stubGlobal('fetch', async (input: string) =>
    jsonAnswer(200, String(input).endsWith('config.json') ? CONFIG : { oidc: null }),
  );
  // jsdom cannot reload a page, and logs that.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await loadEnvironment();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('the other language is named in that language, and is remembered for every screen of this browser', async () => {
  render(
    <Providers>
      <SignIn fetchNext={async () => undefined} />
    </Providers>,
  );
  const other = screen.getByRole('button', { name: 'Deutsch' });
  expect(other.lang).toBe('de');
  await userEvent.click(other);
  expect(document.cookie).toContain('lacquer-language=de');
});
