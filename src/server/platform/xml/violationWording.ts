/**
 * Says in plain words how a file violates its schema. What it has no words for keeps those of the XML library.
 *
 *   explainViolation
 */
import { between } from './between.ts';

/** A value from the file may be as long as the file. */
const MAX_SHOWN = 80;

const quoted = (value: string): string => (value.length > MAX_SHOWN ? `'${value.slice(0, MAX_SHOWN)}…'` : `'${value}'`);

/** The library writes the name of an element in a namespace as `{namespace}name`. */
function tag(name: string): string {
  const end = name.lastIndexOf('}');
  const shown = `<${name.slice(end + 1)}>`;
  return end < 0 ? shown : `${shown} of the namespace ${quoted(name.slice(1, end))}`;
}

const TYPES: Readonly<Record<string, string>> = {
  'xs:int': 'a whole number',
  'xs:integer': 'a whole number',
  'xs:nonNegativeInteger': 'a whole number from 0',
  'xs:positiveInteger': 'a whole number from 1',
  'xs:decimal': 'a number',
  'xs:boolean': 'true or false',
  'xs:date': 'a date such as 2026-11-23',
  'xs:language': 'a language such as de',
  'xs:dateTime': 'a date and time such as 2026-11-23T08:00:00',
};

/** @returns ` Expected is one of ( b, c ).` as `<b>, <c>` */
const expectedTags = (rest: string): string | undefined =>
  between(rest, '( ', ' )')
    ?.split(', ')
    .map((name) => tag(name))
    .join(', ');

type Explain = (rest: string, element: string, subject: string) => string | undefined;

/** @param say what is wrong with the value, and what the library says about it between quotes */
const facet =
  (before: string, middle: string, after: string, say: (value: string, limit: string) => string): Explain =>
  (rest, _element, subject) => {
    const parts = between(rest, before, after);
    const at = parts?.lastIndexOf(middle) ?? -1;
    if (parts === undefined || at < 0) return undefined;
    return `${subject} is ${say(quoted(parts.slice(0, at)), parts.slice(at + middle.length))}`;
  };

/** How the library begins what it says after the name of the element and the attribute -> our words. */
const VIOLATIONS: readonly (readonly [start: string, explain: Explain])[] = [
  ['No matching global declaration', (_rest, element) => `this kind of file does not begin with ${element}`],
  [
    'Missing child element(s).',
    (rest, element) => {
      const tags = expectedTags(rest);
      if (tags === undefined) return `${element} lacks an element`;
      return rest.includes('one of') ? `${element} lacks one of ${tags}` : `${element} lacks ${tags}`;
    },
  ],
  [
    'This element is not expected.',
    (rest, element) => {
      const tags = expectedTags(rest);
      return `${element} is not allowed here${tags === undefined ? '' : `; expected: ${tags}`}`;
    },
  ],
  [
    "The attribute '",
    (rest, element) => {
      const missing = between(rest, "'", "' is required but missing");
      if (missing !== undefined) return `${element} lacks the attribute '${missing}'`;
      const unknown = between(rest, "'", "' is not allowed");
      return unknown === undefined ? undefined : `${element} has no attribute ${quoted(unknown)}`;
    },
  ],
  [
    "[facet 'pattern']",
    facet("The value '", "' is not accepted by the pattern '", "'.", (value, pattern) => `${value}, not ${pattern}`),
  ],
  [
    "[facet 'enumeration']",
    facet("The value '", "' is not an element of the set {", '}.', (value, all) => `${value}; allowed: ${all}`),
  ],
  [
    "[facet 'minLength']",
    facet(
      "The value '",
      "' has a length of '",
      "'.",
      (value, lengths) => `${value}, too short: at least ${limitIn(lengths)}`,
    ),
  ],
  [
    "[facet 'maxLength']",
    facet(
      "The value '",
      "' has a length of '",
      "'.",
      (value, lengths) => `${value}, too long: at most ${limitIn(lengths)}`,
    ),
  ],
  [
    "[facet 'minInclusive']",
    facet(
      "The value '",
      "' is less than the minimum value allowed ('",
      "').",
      (value, least) => `${value}; the least is ${least}`,
    ),
  ],
  [
    "[facet 'maxInclusive']",
    facet(
      "The value '",
      "' is greater than the maximum value allowed ('",
      "').",
      (value, most) => `${value}; the most is ${most}`,
    ),
  ],
  [
    "'",
    facet(
      "'",
      "' is not a valid value of the atomic type '",
      "'.",
      (value, type) => `${value}, not ${TYPES[type] ?? type}`,
    ),
  ],
  [
    'Character content',
    (rest, element) =>
      rest.includes('is empty')
        ? `${element} may hold nothing, but holds text`
        : `text is not allowed inside ${element}`,
  ],
  [
    'Element content',
    (rest, element) =>
      rest.includes('is empty')
        ? `${element} may hold nothing, but holds an element`
        : `${element} may hold only text, but holds an element`,
  ],
  [
    'Duplicate key-sequence',
    (rest, element) => {
      const key = between(rest, '[', '] in ');
      return key === undefined ? undefined : `another ${element} has ${key}, too`;
    },
  ],
];

/** @param lengths `1'; this underruns the allowed minimum length of '2`. @returns `2`: characters, or items of a list */
const limitIn = (lengths: string): string => lengths.slice(lengths.lastIndexOf("'") + 1);

/** A value that is no list: what is wrong with an item, or with the number of items, has been said. */
const LIST = ["' is not a valid value of the list type", "' is not a valid value of the local list type"];

const SUBJECT = /^Element '([^']*)'(?:, attribute '([^']*)')?: /;

/** @returns undefined: the library said at the same place what is wrong, of an item or the length of a list for example */
export function explainViolation(message: string): string | undefined {
  const text = message.trim();
  const found = SUBJECT.exec(text);
  if (!found) return text;
  const [head, name = '', attribute] = found;
  const rest = text.slice(head.length);
  if (rest.startsWith('Warning: No precomputed value') || LIST.some((type) => rest.includes(type))) return undefined;
  const element = tag(name);
  const subject = attribute === undefined ? element : `the attribute '${attribute}' of ${element}`;
  for (const [start, explain] of VIOLATIONS) {
    const explained = rest.startsWith(start) ? explain(rest, element, subject) : undefined;
    if (explained !== undefined) return explained;
  }
  return text;
}
