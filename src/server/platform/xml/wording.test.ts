/** What is wrong with an XML file is said in plain words: each kind of fault, through the library itself. */
import { describe, expect, it } from 'vitest';
import { explainSyntax } from './syntaxWording.ts';
import { explainViolation } from './violationWording.ts';
import { readXml, schemaOf } from './xml.ts';

const ATTRIBUTES = [
  ['id', 'xs:string', '<xs:pattern value="[A-Z]{2}"/>'],
  ['e', 'xs:string', '<xs:enumeration value="x"/><xs:enumeration value="y"/>'],
  ['l', 'xs:string', '<xs:minLength value="2"/><xs:maxLength value="4"/>'],
  ['m', 'xs:integer', '<xs:minInclusive value="1"/><xs:maxInclusive value="5"/>'],
].map(
  ([name, base, facets]) =>
    `<xs:attribute name="${name}" use="${name === 'id' ? 'required' : 'optional'}"><xs:simpleType>
      <xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType></xs:attribute>`,
);
const SCHEMA = schemaOf(
  Buffer.from(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r">
  <xs:complexType><xs:sequence>
    <xs:element name="a" maxOccurs="2"><xs:complexType>${ATTRIBUTES.join('')}
      <xs:attribute name="list"><xs:simpleType><xs:list><xs:simpleType><xs:restriction base="xs:token">
        <xs:pattern value="[A-Z]{2}"/></xs:restriction></xs:simpleType></xs:list></xs:simpleType></xs:attribute>
      <xs:attribute name="n" type="xs:integer"/><xs:attribute name="d" type="xs:date"/>
    </xs:complexType></xs:element>
    <xs:choice minOccurs="0"><xs:element name="b" type="xs:string"/><xs:element name="c" type="xs:integer"/></xs:choice>
  </xs:sequence></xs:complexType>
  <xs:unique name="u"><xs:selector xpath="a"/><xs:field xpath="@id"/></xs:unique></xs:element></xs:schema>`),
);
const reasons = (text: string) =>
  readXml(Buffer.from(text), SCHEMA, { bytes: 1e6, problems: 100 }).problems.map(({ reason }) => reason);
const A = '<a id="AA"/>';

describe('violations of a schema', () => {
  it.each([
    ['<q/>', ['this kind of file does not begin with <q>']],
    ['<r/>', ['<r> lacks <a>']],
    ['<r><a/></r>', ["<a> lacks the attribute 'id'"]],
    ['<r><a id="a"/></r>', ["the attribute 'id' of <a> is 'a', not [A-Z]{2}"]],
    [`<r><a id="it's"/></r>`, ["the attribute 'id' of <a> is 'it's', not [A-Z]{2}"]],
    ['<r><a id="AA" n="x"/></r>', ["the attribute 'n' of <a> is 'x', not a whole number"]],
    ['<r><a id="AA" d="y"/></r>', ["the attribute 'd' of <a> is 'y', not a date such as 2026-11-23"]],
    ['<r><a id="AA" e="q"/></r>', ["the attribute 'e' of <a> is 'q'; allowed: 'x', 'y'"]],
    ['<r><a id="AA" l="a"/></r>', ["the attribute 'l' of <a> is 'a', too short: at least 2"]],
    ['<r><a id="AA" l="abcde"/></r>', ["the attribute 'l' of <a> is 'abcde', too long: at most 4"]],
    ['<r><a id="AA" m="0"/></r>', ["the attribute 'm' of <a> is '0'; the least is 1"]],
    ['<r><a id="AA" m="9"/></r>', ["the attribute 'm' of <a> is '9'; the most is 5"]],
    ['<r><a id="AA" zz="1"/></r>', ["<a> has no attribute 'zz'"]],
    ['<r><a id="AA" list="AA b CC"/></r>', ["the attribute 'list' of <a> is 'b', not [A-Z]{2}"]],
    [`<r>${A}text</r>`, ['text is not allowed inside <r>']],
    [`<r>${A}<b><x/></b></r>`, ['<b> may hold only text, but holds an element']],
    [`<r>${A}<c>no</c></r>`, ["<c> is 'no', not a whole number"]],
    [`<r>${A}<zz/></r>`, ['<zz> is not allowed here; expected: <b>, <c>']],
    ['<r><a id="AA">t</a></r>', ['<a> may hold nothing, but holds text']],
    ['<r><a id="AA"><k/></a></r>', ['<a> may hold nothing, but holds an element']],
    [`<r>${A}${A}</r>`, ["another <a> has 'AA', too"]],
    ['<r xmlns:p="x"><p:a/></r>', ["<a> of the namespace 'x' is not allowed here; expected: <a>"]],
  ])('%s', (text, expected) => expect(reasons(text)).toEqual(expected));

  it('long values are cut, and what is unknown keeps the words of the library', () => {
    const [reason] = reasons(`<r><a id="${'x'.repeat(500)}"/></r>`);
    expect(reason).toBe(`the attribute 'id' of <a> is '${'x'.repeat(80)}…', not [A-Z]{2}`);
    expect(explainViolation("Element 'a': Something new.\n")).toBe("Element 'a': Something new.");
    expect(explainSyntax('Something new\n')).toBe('Something new');
  });
});

describe('faults of XML', () => {
  it.each([
    ['', ['the file is empty']],
    ['text', ['the file does not begin with an element']],
    ['<r><a></r>', ['</r> does not end <a> of line 1']],
    ['<r', ['the tag <r of line 1 is not ended by >']],
    ['<r><a id=AA/></r>', ['the value of an attribute needs quotes', 'the tag <a of line 1 is not ended by >']],
    ['<r>&nope;</r>', ['&nope; is not defined']],
    ['<r><a id="A" id="B"/></r>', ["the attribute 'id' is there twice"]],
    ['<r/><r/>', ['nothing may follow the end of the first element']],
    ['<r><a id="a & b"/></r>', ['write &amp; for &']],
    ['<r>\u0001</r>', ['the character U+0001 is not allowed']],
    ['<r><a id="<"/></r>', ['write &lt; for < in the value of an attribute']],
    ['<p:r/>', ["the prefix 'p' is not declared"]],
    ['<r><!-- a -- b --></r>', ['a comment may not contain --']],
  ])('%s', (text, expected) => expect(reasons(text)).toEqual(expected));
});
