/**
 * Says in plain words why a file is not XML. What it has no words for keeps those of the XML library.
 *
 *   explainSyntax
 */
import { between } from './between.ts';

/** How the library begins -> our words. */
const FAULTS: readonly (readonly [start: string, explain: (text: string) => string | undefined])[] = [
  ['Document is empty', () => 'the file is empty'],
  ['Start tag expected', () => 'the file does not begin with an element'],
  ['Extra content at the end', () => 'nothing may follow the end of the first element'],
  ['xmlParseEntityRef: no name', () => 'write &amp; for &'],
  ["EntityRef: expecting ';'", () => 'write &amp; for &'],
  ["Unescaped '<'", () => 'write &lt; for < in the value of an attribute'],
  ['AttValue: ', () => 'the value of an attribute needs quotes'],
  ['Double hyphen within comment', () => 'a comment may not contain --'],
  ['Comment not terminated', () => 'a comment is not ended by -->'],
  [
    'Opening and ending tag mismatch: ',
    (text) => {
      const [opened = '', closed = ''] = text.slice('Opening and ending tag mismatch: '.length).split(' and ');
      const [name, line] = opened.split(' line ');
      return line === undefined ? undefined : `</${closed}> does not end <${name}> of line ${line}`;
    },
  ],
  [
    "Couldn't find end of Start Tag ",
    (text) => {
      const [name, line] = text.slice("Couldn't find end of Start Tag ".length).split(' line ');
      return `the tag <${name} of line ${line} is not ended by >`;
    },
  ],
  [
    'Premature end of data in tag ',
    (text) => {
      const [name, line] = text.slice('Premature end of data in tag '.length).split(' line ');
      return `the file ends before </${name}> for line ${line}`;
    },
  ],
  ["Entity '", (text) => wrap('&', between(text, "'", "' not defined"), '; is not defined')],
  ['Attribute ', (text) => wrap("the attribute '", between(text, 'Attribute ', ' redefined'), "' is there twice")],
  [
    'Namespace prefix ',
    (text) =>
      wrap(
        "the prefix '",
        between(text, 'Namespace prefix ', ' on ') ?? between(text, 'prefix ', ' is not'),
        "' is not declared",
      ),
  ],
];

const wrap = (before: string, text: string | undefined, after: string): string | undefined =>
  text === undefined ? undefined : `${before}${text}${after}`;

/** @returns undefined: it adds nothing to another problem */
export function explainSyntax(message: string): string | undefined {
  const text = message.trim();
  if (text === 'attributes construct error') return undefined;
  const code = between(`${text}\n`, 'invalid Char value ', '\n');
  if (code !== undefined)
    return `the character U+${Number(code).toString(16).toUpperCase().padStart(4, '0')} is not allowed`;
  for (const [start, explain] of FAULTS) {
    const explained = text.startsWith(start) ? explain(text) : undefined;
    if (explained !== undefined) return explained;
  }
  return text || 'the file cannot be read';
}
