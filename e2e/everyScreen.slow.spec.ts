/** Every screen in every state: axe finds nothing, and nothing sticks out sideways. */
import { signIn } from './app.ts';
import { SET, storeForOverlays, VERSION } from './everyOverlay.ts';
import { putInState, screensOf, settle } from './everyScreen.ts';
import { expectNothingWrong, lookAt } from './everyView.ts';
import { testOnOwnServer } from './ownServer.ts';

/** Its store is empty at first. */
const test = testOnOwnServer();
// Both workers share them.
test.describe.configure({ mode: 'parallel' });

for (const state of ['empty', 'stored', 'loading', 'failed'] as const) {
  test(`every screen: ${state}`, async ({ page }) => {
    test.setTimeout(1_800_000);
    await signIn(page, 'admin');
    if (state === 'stored') await storeForOverlays(page);
    const answers = state === 'empty' ? 'stored' : state;
    await putInState(page, answers);
    const wrong: Record<string, string[]> = {};
    for (const screen of screensOf(SET, VERSION)) {
      await page.goto(screen);
      await settle(page, answers);
      wrong[screen] = await lookAt(page);
    }
    expectNothingWrong(wrong);
  });
}
