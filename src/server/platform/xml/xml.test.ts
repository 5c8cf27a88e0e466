/** XML from untrusted senders: whatever its encoding and disguise, a DOCTYPE is refused. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { XmlNode } from './tree.ts';
import { readXml, schemaOf } from './xml.ts';

const SCHEMA = schemaOf(
  Buffer.from(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="versions"><xs:complexType><xs:sequence>
    <xs:element name="version" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
      <xs:attribute name="id" type="xs:string" use="required"/>
      <xs:attribute name="label" type="xs:string"/>
    </xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`),
);
const read = (bytes: Uint8Array, maxBytes = 8 * 1024 ** 2) =>
  readXml(bytes, SCHEMA, { bytes: maxBytes, problems: 100 });
const problems = (bytes: Uint8Array, maxBytes?: number) => read(bytes, maxBytes).problems;
const bigEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
const littleEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const GOOD = `<versions>\n  <version id="1PP2A5QESFB0A0F4" label="é"/>\n</versions>`;
const BILLION = `<!DOCTYPE versions [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, i) => {
  const [name, of] = ['bcdefghij'[i], 'abcdefghi'[i]];
  return `<!ENTITY ${name} "${`&${of};`.repeat(10)}">`;
}).join('')}]><versions><version id="&j;"/></versions>`;
const OUTSIDE = `<!DOCTYPE versions [<!ENTITY x SYSTEM "file:///etc/passwd">]><versions><version id="&x;"/></versions>`;

describe('good files', () => {
  it.each([
    ['UTF-8', Buffer.from(GOOD)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${GOOD}`)],
    ['UTF-8 with its declaration', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${GOOD}`)],
    ['UTF-16, little-endian', littleEndian(GOOD)],
    ['UTF-16, big-endian', bigEndian(GOOD)],
    ['UTF-16 with its declaration', littleEndian(`<?xml version="1.0" encoding="UTF-16"?>${GOOD}`)],
  ])('reads %s', (_what, bytes) => {
    const answer = read(bytes);
    expect(answer).toMatchObject({
      root: {
        name: 'versions',
        children: [{ name: 'version', attributes: { id: '1PP2A5QESFB0A0F4', label: 'é' } }],
      },
    });
  });

  it('reports correct lines, also far down', () => {
    const far = Buffer.from(`<versions>${'\n'.repeat(60_000)}<version id="A"/></versions>`);
    const file = read(far);
    const version = file.root?.children[0];
    expect(file.root && version && file.placeOf(version)).toEqual({ line: 60_001, column: 1 });
  });

  it('accepts a DOCTYPE in a comment or a CDATA section', () => {
    expect(problems(Buffer.from(`<!-- <!DOCTYPE a> -->${GOOD}<!-- <!DOCTYPE b> -->`))).toEqual([]);
  });

  it('gives attributes no prototype that could be polluted', () => {
    const answer = read(Buffer.from('<versions><version id="x"/></versions>'));
    expect(answer.root?.children[0]?.attributes['id']).toBe('x');
    expect(answer.root?.children[0]?.attributes['constructor']).toBeUndefined();
  });
});

describe('a DOCTYPE', () => {
  const prologs: [what: string, before: string][] = [
    ['at the start', ''],
    ['after the declaration', '<?xml version="1.0"?>\n'],
    ['after comments', '<!-- a --> <!-- <b> -->\n'],
    ['after instructions', '<?a b?><?c?>'],
    ['after a comment with >', '<!-- > -->'],
    ['after an instruction with a comment in it', '<?a <!-- ?>'],
    ['after a comment with an instruction in it', '<!-- <?a -->'],
    ['after many lines', '\n'.repeat(500)],
  ];
  const encodings: [encoding: string, encode: (text: string) => Buffer][] = [
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-16LE', littleEndian],
    ['UTF-16BE', bigEndian],
  ];
  const cases = prologs.flatMap(([what, before]) =>
    encodings.flatMap(([encoding, encode]) =>
      [`<!DOCTYPE versions>${GOOD}`, OUTSIDE, BILLION].map((text, i) => ({
        name: `${what}, ${encoding}, ${['plain', 'with a file', 'a billion laughs'][i]}`,
        // The declaration must come first.
        bytes: encode(before + text),
      })),
    ),
  );
  it.each(cases)('is refused $name', ({ bytes }) => {
    expect(problems(bytes)).not.toEqual([]);
  });

  it.each([
    ['UTF-16 without a byte order mark', Buffer.from(OUTSIDE, 'utf16le')],
    ['UTF-7', Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE versions+AD4-<versions/>`)],
    ['EBCDIC', Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40])],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
    ['UTF-16 that claims to be UTF-8', littleEndian(`<?xml version="1.0" encoding="latin1"?>${OUTSIDE}`)],
    ['lower case', Buffer.from(`<!doctype versions>${GOOD}`)],
    ['after the root', Buffer.from(`${GOOD}<!DOCTYPE versions>`)],
    ['inside the root', Buffer.from(`<versions><!DOCTYPE versions></versions>`)],
  ])('is refused in %s', (_what, bytes) => {
    expect(problems(bytes)).not.toEqual([]);
  });
});

describe('places', () => {
  const text = `<versions><!-- <version id="no"/> --><?a <b?>
  <version  label = '>"'
   id="AB&amp;C"/><version id="D"/>
</versions>`;
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', littleEndian(text)],
  ])('are those of the tag and of the attribute’s value, %s', (_what, bytes) => {
    const file = read(bytes);
    if (!file.root) throw new Error('refused');
    const [first, second] = file.root.children as [XmlNode, XmlNode];
    expect(file.placeOf(file.root)).toEqual({ line: 1, column: 1 });
    expect(file.placeOf(first)).toEqual({ line: 2, column: 3 });
    expect(file.placeOf(first, 'label')).toEqual({ line: 2, column: 22 });
    expect(file.placeOf(first, 'label', 1)).toEqual({ line: 2, column: 23 });
    expect(file.placeOf(first, 'id', 3)).toEqual({ line: 3, column: 8 });
    expect(file.placeOf(second, 'id')).toEqual({ line: 3, column: 32 });
    expect(file.placeOf(second, 'label')).toEqual({ line: 3, column: 19 });
  });

  it('match the tree whatever stands between its tags', () => {
    const piece = fc.constantFrom(
      ...['<!-- <a> -->', '<!---->', '<?p <a "?>', '<![CDATA[<version id="x">]]>', ' ', '\n', "<version id='>' />"],
      ...['<version id="a"></version>', '<version\tlabel="/>" id="\'"/>', '&lt;a&gt;', 'text', ']]'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `<versions>${pieces.join('')}</versions>`;
        const file = read(Buffer.from(text));
        if (!file.root) throw new Error(`refused: ${text}`);
        const lines = text.split('\n');
        for (const node of [file.root, ...file.root.children]) {
          const { line, column } = file.placeOf(node);
          expect(lines[line - 1]?.slice(column - 1)).toMatch(new RegExp(`^<${node.name}\\b`));
        }
        expect(file.root.children).toHaveLength(
          text.split(/<version[ \t](?=[^\]]*$|(?:id='|id="a"|label))/).length - 1,
        );
      }),
    );
  });
});

/** Each of these took a backtracking expression minutes to years. */
describe('content before the root', () => {
  const COUNT = 100_000;
  it.each([
    ['comments', '<!-- a -->'],
    ['instructions', '<?a b?>'],
    ['alternating comments and instructions', '<!----><?a?>'],
    ['comments that contain instructions', '<!--<?a?>-->'],
    ['comments on lines of their own', '\n<!-- <?a -->'],
  ])('is read in one pass: %s', (_what, unit) => {
    expect(problems(Buffer.from(`${unit.repeat(COUNT)}${GOOD}`))).toEqual([]);
    expect(problems(Buffer.from(`${unit.repeat(COUNT)}<!DOCTYPE versions>${GOOD}`))[0]?.reason).toContain('DOCTYPE');
    expect(problems(Buffer.from(unit.repeat(COUNT)))).not.toEqual([]);
    expect(problems(Buffer.from(`${unit.repeat(COUNT)}<`))).not.toEqual([]);
  });

  it.each([['<!--'], ['<?'], ['<![CDATA['], ['<a "'], ['<?xml encoding=']])(
    'is read in one pass without an end: %s',
    (unit) => {
      expect(problems(Buffer.from(unit.repeat(COUNT)))).not.toEqual([]);
    },
  );
});

describe('bad files', () => {
  it('names the line of malformed text', () => {
    expect(problems(Buffer.from('<versions>\n\n  <version id="A">\n</versions>'))[0]).toMatchObject({ line: 4 });
  });

  it('names every line that breaks the schema', () => {
    const found = problems(Buffer.from('<versions>\n<version/>\n<version id="A" wrong=""/>\n<other/></versions>'));
    expect(found.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(found[0]?.reason).toContain('id');
  });

  it('one problem hides no other: those that the validator skips are found too, each at its place', () => {
    const found = problems(
      Buffer.from(
        '<versions>\n <other/><more/>\n <version/>\n <version id="A" wrong=""/> <version id="B"><x/><y/></version>\n</versions>',
      ),
    );
    expect(found.map(({ line, column, reason }) => [line, column, /<(\w+)>/.exec(reason)?.[1]])).toEqual([
      [2, 2, 'other'],
      [2, 10, 'more'],
      [3, 2, 'version'],
      [4, 25, 'version'],
      [4, 29, 'version'],
    ]);
  });

  it('lists a hundred problems of one file at most', () => {
    expect(problems(Buffer.from(`<versions>${'<version/>'.repeat(5000)}</versions>`))).toHaveLength(100);
    expect(problems(Buffer.from(`<versions>${'<other/>'.repeat(5000)}</versions>`))).toHaveLength(100);
  });

  it.each([
    ['nothing', Buffer.alloc(0), /./],
    ['text', Buffer.from('versions'), /./],
    ['bytes that are not UTF-8', Buffer.from([0x3c, 0x61, 0xff, 0x2f, 0x3e]), /UTF-8/],
    ['another encoding', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${GOOD}`), /iso-8859-1/],
    ['an unknown entity', Buffer.from('<versions><version id="&x;"/></versions>'), /./],
    ['endless nesting', Buffer.from('<versions>'.repeat(5000)), /./],
  ])('refuses %s', (_what, bytes, reason) => {
    expect(problems(bytes)[0]?.reason).toMatch(reason);
  });

  it('refuses a file that is too large before reading it', () => {
    expect(problems(Buffer.from(GOOD), 10)[0]?.reason).toMatch(/10 are allowed/);
  });
});
