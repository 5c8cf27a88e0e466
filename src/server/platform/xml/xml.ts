/**
 * Reads XML from untrusted senders: UTF-8 or UTF-16, no DOCTYPE of any kind, checked against a schema, every problem
 * with its line and column. It runs on the calling thread and takes many times the file's size in memory: call it in a
 * thread that can be ended.
 *
 *   XmlFile, XmlLimits
 *   readXml        the tree and its schema violations, or why there is no tree
 *   schemaOf       compiles an XSD once
 */
import { ParseOption, XmlDocument, XsdValidator } from 'libxml2-wasm';
import { decodeXml } from './decode.ts';
import { attributeAt, encodingOf, hasDoctype, startTags } from './markup.ts';
import { placesIn, type XmlPlace } from './places.ts';
import { errorDetails, schemaProblems, type XmlProblem } from './schemaProblems.ts';
import { explainSyntax } from './syntaxWording.ts';
import { treeOf, type XmlNode } from './tree.ts';

export interface XmlLimits {
  /** of a file */
  readonly bytes: number;
  /** how many are reported for a file */
  readonly problems: number;
}

export interface XmlFile {
  readonly root: XmlNode;
  /** violations of the schema, in the order of the file, up to the limit */
  readonly problems: readonly XmlProblem[];
  /**
   * @param attribute  asks for the place of its value; if the element lacks it, the answer is the element's place
   * @param position   UTF-16 units into that value
   */
  placeOf(node: XmlNode, attribute?: string, position?: number): XmlPlace;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decodeXml(bytes, { fatal: true });
  } catch {
    // Bytes that are not text in the declared encoding.
    return undefined;
  }
}

function refusal(bytes: Uint8Array, text: string | undefined, maxBytes: number): string | undefined {
  if (bytes.length > maxBytes) return `the file has ${bytes.length} bytes; ${maxBytes} are allowed`;
  if (text === undefined) return 'the file is neither UTF-8 nor UTF-16 with a byte order mark';
  const encoding = encodingOf(text)?.name.toLowerCase();
  if (encoding !== undefined && encoding !== 'utf-8' && encoding !== 'utf-16') {
    return `the encoding ${encoding} is not accepted; use UTF-8`;
  }
  return hasDoctype(text) ? 'a DOCTYPE is not accepted; remove it' : undefined;
}

/** @param xsd the schema's text. @throws Error if it is not a schema */
export function schemaOf(xsd: Uint8Array): XsdValidator {
  using document = XmlDocument.fromBuffer(xsd, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE });
  return XsdValidator.fromDoc(document);
}

/** @returns the file, valid or not; only problems if it is not XML or not acceptable */
export function readXml(
  bytes: Uint8Array,
  schema: XsdValidator,
  limits: XmlLimits,
): XmlFile | { root?: undefined; problems: readonly XmlProblem[] } {
  const text = bytes.length > limits.bytes ? undefined : textOf(bytes);
  const reason = refusal(bytes, text, limits.bytes);
  if (reason !== undefined || text === undefined) return { problems: [{ line: 1, column: 1, reason: reason ?? '' }] };
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES,
    });
  } catch (error) {
    const problems = errorDetails(error).flatMap(({ line, col, message }) => {
      const reason = explainSyntax(message);
      return reason === undefined ? [] : [{ line: Math.max(line, 1), column: Math.max(col, 1), reason }];
    });
    if (problems.length === 0) return { problems: [{ line: 1, column: 1, reason: 'the file cannot be read' }] };
    return { problems: [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()] };
  }
  try {
    const tags = startTags(text);
    const root = treeOf(document.root, tags.values());
    const place = placesIn(text);
    const placeOf: XmlFile['placeOf'] = (node, attribute, position = 0) => {
      const value = attribute === undefined ? undefined : attributeAt(text, node.at, attribute);
      if (!value) return place(node.at);
      // A reference such as &lt; is longer in the text than in the value: then point at the start of the value.
      const inside = text.slice(value.from, value.to).includes('&') ? 0 : position;
      return place(Math.min(value.from + inside, value.to));
    };
    return { root, placeOf, problems: schemaProblems(document, schema, root, placeOf, limits.problems) };
  } finally {
    document.dispose();
  }
}
