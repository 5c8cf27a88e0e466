/** What users read stands in src/web/texts and not in the screens: every source is searched, and the search is proven. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { literalTexts } from '../scripts/literalTexts.ts';

const web = fileURLToPath(new URL('web', import.meta.url));

/** Below src/web. */
const ROOMS = ['api', 'app', 'areas', 'pictures', 'screens', 'ui'];
/** Styles, which read like sentences. */
const NO_TEXTS_IN = new Set(['app/globalStyles.ts', 'app/noticeSpace.ts', 'app/theme.ts']);

/** Looks like text, but is a value of calls or of the code. */
const NO_TEXT = new Set([
  ...['Colors', 'Trims', 'Features', 'Dimensions', 'DynamicImageSet', 'Corvet'],
  ...['Copy', 'Rename', 'Delete', 'FAILED', 'refused', 'upload packs', 'Files', 'Delete garbage', 'Cleaned up'],
  ...['lacquer-loading 1.5s linear infinite', 'clamp(76px, 30vw - 310px, 12vw)'],
  ...['environment before loadEnvironment', 'useSession needs a SessionProvider above it'],
  'Lacquer',
]);
/** What could not be done, by names that are its text: `'load layers': 'load layers'`. */
const actions = readFileSync(join(web, 'texts/failures.ts'), 'utf8');
const isText = (text: string): boolean => !NO_TEXT.has(text) && !actions.includes(`'${text}': '${text}'`);

const sources = ROOMS.flatMap((room) =>
  readdirSync(join(web, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(room, file))
    .filter((file) => !NO_TEXTS_IN.has(file)),
);

describe('texts', () => {
  it.each(sources)('%s has none', (file) => {
    const texts = literalTexts(file, readFileSync(join(web, file), 'utf8'));
    expect(texts.filter((text) => isText(text.replace(/^\d+: /, '')))).toEqual([]);
  });

  it.each([
    ['text between tags', '<p>Save</p>'],
    ['a label', '<Button aria-label="Save" />'],
    ['a text that depends', "<p>{done ? 'done' : text}</p>"],
    ['a text with a number', '<p>{`files: ${' + 'count}`}</p>'],
    ['a column', "const column = { header: 'Name' };"],
    ['a sentence', "notify('error', 'Could not save it.')"],
  ])('%s is found', (_what, source) => expect(literalTexts('a.tsx', source)).toHaveLength(1));

  it.each([
    ['names for the machine', "import a from 'a b'; const b: 'c d' = open('readAll', \"x-y\");"],
    ['names for the code', "switch (key) { case 'Home': lazyScreen(fetchStart, 'Start'); }"],
    ['CSS', '<Box sx={{ border: \'1px solid red\' }} component="section" />'],
    ['comparisons', "<p>{kind === 'dis' ? 1 : texts[side === 'left' ? 'a' : 'b']}</p>"],
    ['signs', "<p>{id || '…'} · {a}</p>"],
  ])('%s are not text', (_what, source) => expect(literalTexts('a.tsx', source)).toEqual([]));
});
