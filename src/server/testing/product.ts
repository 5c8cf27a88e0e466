/**
 * For tests: the product that they start as a process. It is that of the sources, or what LACQUER_TEST_COMMAND names: the
 * command of an installed package, or of an image (scripts/package/image/run.ts). Every test starts it through here:
 * scripts/testing/products.test.ts.
 *
 *   product    what Node runs
 *   command    the file of `lacquer`
 */
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

export const command = (): string => process.env['LACQUER_TEST_COMMAND'] ?? CLI;

/** @param args of `lacquer`; `serve` alone of the sources is what `npm start` runs */
export function product(...args: readonly string[]): string[] {
  return command() === CLI && args.length === 1 && args[0] === 'serve' ? [MAIN] : [command(), ...args];
}
