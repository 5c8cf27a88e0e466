/**
 * The hand of a user who works through a job. It counts actions: a press of the pointer is one, and so is choosing files in
 * the system's dialog.
 *
 * It prints how long the user waits between actions. No test asserts that, because machines differ.
 *
 *   Hand, handOf
 */
import type { Locator, Page } from '@playwright/test';

export interface Hand {
  press(target: Locator, at?: { x: number; y: number }): Promise<void>;
  /** Counts the press of the button that opens the system's dialog, too. */
  choose(button: Locator, files: Readonly<Record<string, Buffer>>): Promise<void>;
  /** actions so far */
  readonly count: number;
  /** Prints how many actions the job took, and how many seconds from its beginning to what was last waited for. */
  report(job: string): void;
}

export function handOf(page: Page): Hand {
  let count = 0;
  const begun = performance.now();
  return {
    async press(target, at) {
      count += 1;
      await target.click(at ? { position: at } : {});
    },
    async choose(button, files) {
      const dialog = page.waitForEvent('filechooser');
      await button.click();
      count += 2;
      await (await dialog).setFiles(
        Object.entries(files).map(([name, buffer]) => ({ name, buffer, mimeType: 'application/zip' })),
      );
    },
    get count() {
      return count;
    },
    report(job) {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${job}: ${count} actions, ${seconds} s, nearly all of it waiting`);
    },
  };
}
