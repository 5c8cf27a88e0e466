/**
 * Reads XML that nobody vouches for: UTF-8 or UTF-16, no DOCTYPE of any kind, checked against a schema, every problem
 * with its line.
 *
 *   XmlNode, XmlProblem
 *   readXml        the tree, or all problems
 *   schemaOf       compiles an XSD once
 */
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XsdValidator } from 'libxml2-wasm';

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** 1 for the first */
  readonly line: number;
}
export interface XmlProblem {
  line: number;
  column: number;
  reason: string;
}

const PROLOG_THEN_DOCTYPE = /^\uFEFF?(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*<!DOCTYPE/i;
const DECLARED = /^\uFEFF?<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/;
const LAST_LINE_OF_SHORT = 65_535;

function decode(bytes: Uint8Array): string | undefined {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  try {
    return new TextDecoder(wide ?? 'utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refusal(bytes: Uint8Array, maxBytes: number): XmlProblem | undefined {
  const at = (reason: string) => ({ line: 1, column: 1, reason });
  if (bytes.length > maxBytes) return at(`the file has ${bytes.length} bytes; ${maxBytes} are allowed`);
  const text = decode(bytes);
  if (text === undefined) return at('the file is neither UTF-8 nor UTF-16 with a byte order mark');
  const declared = DECLARED.exec(text)?.[1]?.toLowerCase();
  if (declared !== undefined && !['utf-8', 'utf-16'].includes(declared))
    return at(`the encoding ${declared} is not accepted; use UTF-8`);
  if (PROLOG_THEN_DOCTYPE.test(text)) return at('a DOCTYPE is not accepted; remove it');
  return undefined;
}

function tree(element: XmlElement): XmlNode {
  const children: XmlNode[] = [];
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) children.push(tree(node));
  }
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const attribute of element.attrs) attributes[attribute.name] = attribute.value;
  return { name: element.name, attributes, children, line: element.line };
}

const problemsOf = (error: unknown): XmlProblem[] => {
  if (!(error instanceof XmlLibError)) throw error;
  return error.details
    .filter((detail) => detail.level > 1)
    .map(({ line, col, message }) => ({ line: Math.max(line, 1), column: Math.max(col, 1), reason: message.trim() }));
};

/** @param xsd the schema's text. @throws Error when it is no schema */
export function schemaOf(xsd: Uint8Array): XsdValidator {
  using document = XmlDocument.fromBuffer(xsd, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE });
  return XsdValidator.fromDoc(document);
}

export function readXml(
  bytes: Uint8Array,
  schema: XsdValidator,
  maxBytes: number,
): { root: XmlNode } | { problems: XmlProblem[] } {
  const refused = refusal(bytes, maxBytes);
  if (refused) return { problems: [refused] };
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES,
    });
  } catch (error) {
    return { problems: problemsOf(error) };
  }
  try {
    schema.validate(document);
    return { root: tree(document.root) };
  } catch (error) {
    // libxml2 keeps 16 bits of a line number; past them only the reason is right.
    return { problems: problemsOf(error).map((p) => (p.line >= LAST_LINE_OF_SHORT ? { ...p, column: 1 } : p)) };
  } finally {
    document.dispose();
  }
}
