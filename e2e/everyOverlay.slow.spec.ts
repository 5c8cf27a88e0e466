/**
 * Everything that opens over a screen: axe finds nothing, nothing sticks out sideways, and screen readers do not find the screen
 * behind a dialog or menu.
 */
import { signIn } from './app.ts';
import { foundBehind, nameOf, OVERLAYS, openOverlay, storeForOverlays } from './everyOverlay.ts';
import { expectNothingWrong, lookAt } from './everyView.ts';
import { testOnOwnServer } from './ownServer.ts';

const test = testOnOwnServer();
// Both workers share them.
test.describe.configure({ mode: 'parallel' });

const half = Math.ceil(OVERLAYS.length / 2);
for (const [name, overlays] of Object.entries({ first: OVERLAYS.slice(0, half), second: OVERLAYS.slice(half) })) {
  test(`every dialog, menu and drawer, ${name} half`, async ({ context, page: first }) => {
    test.setTimeout(1_800_000);
    await signIn(first, 'admin');
    await storeForOverlays(first);
    await first.close();
    const wrong: Record<string, string[]> = {};
    for (const overlay of overlays) {
      const page = await context.newPage();
      wrong[nameOf(overlay)] = await openOverlay(page, overlay)
        .then(async () => [...(await foundBehind(page)), ...(await lookAt(page))])
        .catch((error: unknown) => [String(error)]);
      await page.close();
    }
    expectNothingWrong(wrong);
  });
}
