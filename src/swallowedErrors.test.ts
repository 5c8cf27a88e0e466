/**
 * Every error is thrown, or reported, or its place says why nobody needs to know: an empty handler is how a failure stays
 * unseen for months. A handler that does not look at the error has a comment on its line, on the line above, or as its first
 * line.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Handlers that take no error, or do not use it. */
const HANDLERS = [
  /\.catch\(\s*(?:async )?\((?:_\w*)?\)(?:: \w+)? =>/g,
  /\bcatch \{/g,
  /\.(?:on|once|addEventListener)\(\s*'error',\s*(?:async )?\((?:_\w*)?\) =>/g,
  // the second handler of `then`
  /, \(\) => (?:\{\}|undefined)\)/g,
  // one with a name
  /\bconst \w+ = \((?:_\w*)?\)(?:: \w+)? => (?:\{\}|undefined);/g,
];
const isComment = (line = '') => /^(?:\/\/|\/?\*)/.test(line.trim());

/** @returns `line: code` of each handler without a reason */
function unexplained(source: string): string[] {
  const lines = source.split('\n');
  const found = HANDLERS.flatMap((handler) =>
    [...source.matchAll(handler)].flatMap(({ index, 0: { length } }) => {
      const [first, last] = [index, index + length].map((end) => source.slice(0, end).split('\n').length - 1);
      const code = lines[first ?? 0] ?? '';
      if (isComment(code) || isComment(lines[(first ?? 0) - 1]) || isComment(lines[(last ?? 0) + 1])) return [];
      return code.includes(' // ') ? [] : [`${(first ?? 0) + 1}: ${code.trim()}`];
    }),
  );
  return [...new Set(found)];
}

it.each([
  'work().catch(() => {});',
  'work()\n  .catch(\n    () => undefined);',
  'work().catch((_error) => []);',
  'try {\n  work();\n} catch {\n  return 1;\n}',
  "client.on('error', () => {});",
  'work().then(next, () => {});',
  'const quiet = (): undefined => undefined;\nwork().catch(quiet);',
])('finds %j, and takes it with a reason', (code) => {
  expect(unexplained(`start();\n${code}`)).toHaveLength(1);
  const reason = code.startsWith('try') ? code.replace('{\n  return', '{\n  // None.\n  return') : `// None.\n${code}`;
  expect(unexplained(reason.replace('\n  .catch(', '\n  // None.\n  .catch('))).toEqual([]);
});

it('no error is swallowed without a reason', () => {
  const files = globSync('{src,demo}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\/assembly\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    unexplained(readFileSync(`${root}/${file}`, 'utf8')).map((place) => `${file}:${place}`),
  );
  expect(found).toEqual([]);
});
