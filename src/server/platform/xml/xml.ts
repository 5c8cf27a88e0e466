/**
 * Reads XML that nobody vouches for: UTF-8 or UTF-16, no DOCTYPE of any kind, checked against a schema, every problem
 * with its line and column. It works on the calling thread and takes memory many times the file's size: call it in a
 * thread that can be ended.
 *
 *   XmlNode, XmlFile, XmlProblem, XmlPlace
 *   readXml        the tree and what breaks the schema, or why there is no tree
 *   schemaOf       compiles an XSD once
 */
import { ParseOption, XmlDocument, XmlElement, XmlLibError, XmlTreeNode, XsdValidator } from 'libxml2-wasm';
import { decodeXml } from './decode.ts';
import { attributeAt, encodingOf, hasDoctype, startTags } from './markup.ts';

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** where its tag begins, UTF-16 units from the start of the text */
  readonly at: number;
}
/** Both from 1; columns are UTF-16 units, as editors count them. */
export interface XmlPlace {
  line: number;
  column: number;
}
export interface XmlProblem extends XmlPlace {
  reason: string;
}
export interface XmlFile {
  readonly root: XmlNode;
  /** what breaks the schema, in the order of the file, up to PROBLEMS_LISTED */
  readonly problems: readonly XmlProblem[];
  /**
   * @param attribute  the place of its value instead of the element's; without such an attribute, the element's
   * @param position   UTF-16 units into that value
   */
  placeOf(node: XmlNode, attribute?: string, position?: number): XmlPlace;
}

/** of one file */
export const PROBLEMS_LISTED = 100;

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decodeXml(bytes, { fatal: true });
  } catch {
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

function childElements(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = element.firstChild; node !== null; node = node.next) {
    // The library has no way past a processing instruction, but finds what follows it.
    if (!(node instanceof XmlTreeNode)) return element.find('*') as XmlElement[];
    if (node instanceof XmlElement) found.push(node);
  }
  return found;
}

/** @param tags where the start tags stand, in the order of the text, which is the order of this walk */
function treeOf(element: XmlElement, tags: Iterator<number>): XmlNode {
  const at = tags.next().value ?? 0;
  const children = childElements(element).map((child) => treeOf(child, tags));
  const attributes = Object.create(null) as Record<string, string>;
  for (const attribute of element.attrs) attributes[attribute.name] = attribute.value;
  return { name: element.name, attributes, children, at };
}

/** @returns the place of a position in the text; the lines are counted with the first call */
function placesIn(text: string): (at: number) => XmlPlace {
  let lines: number[] | undefined;
  const starts = (): number[] => {
    const found = [0];
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) found.push(end + 1);
    return found;
  };
  return (at) => {
    lines ??= starts();
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (lines[low] ?? 0) + 1 };
  };
}

const detailsOf = (error: unknown) => {
  if (!(error instanceof XmlLibError)) throw error;
  return error.details.filter((detail) => detail.level > 1);
};

/** A step of a path as libxml2 writes it: `name`, `name[2]`, `*[2]`, `prefix:name`. */
function childAt(children: readonly XmlNode[], step: string): XmlNode | undefined {
  const [name = '', number = '1'] = step.split(/[[\]]/);
  const local = name.slice(name.indexOf(':') + 1);
  return children.filter((child) => local === '*' || child.name === local)[Number(number) - 1];
}

const UNEXPECTED = ': This element is not expected.';
const CHILD_MISSING = ': Missing child element(s).';
const ATTRIBUTE = /^Element '[^']*', attribute '([^']*)':/;

/**
 * The validator leaves out what follows an element that it did not expect. That element is taken out and the document
 * validated again, until nothing new is found.
 */
function schemaProblems(
  document: XmlDocument,
  schema: XsdValidator,
  root: XmlNode,
  placeOf: XmlFile['placeOf'],
): XmlProblem[] {
  const children = new Map<XmlNode, XmlNode[]>();
  const elements = new Map<XmlNode, XmlElement>();
  const remember = (node: XmlNode, element: XmlElement): void => {
    children.set(node, [...node.children]);
    elements.set(node, element);
    for (const [i, child] of childElements(element).entries()) remember(node.children[i] as XmlNode, child);
  };
  /** from the root down */
  const nodesAt = (path: string): XmlNode[] => {
    const found: XmlNode[] = [];
    for (const step of path.split('/').slice(1)) {
      const parent = found.at(-1);
      const node = childAt(parent ? (children.get(parent) ?? []) : [root], step);
      if (!node) break;
      found.push(node);
    }
    return found;
  };

  const problems = new Map<string, XmlProblem>();
  const parted = new Set<XmlNode>();
  for (;;) {
    let details: ReturnType<typeof detailsOf>;
    try {
      schema.validate(document);
      break;
    } catch (error) {
      details = detailsOf(error);
    }
    if (elements.size === 0) remember(root, document.root);
    const unexpected: XmlNode[][] = [];
    for (const { line, col, message, xpath = '' } of details) {
      if (problems.size >= PROBLEMS_LISTED) break;
      const path = nodesAt(xpath);
      const node = path.at(-1);
      // What is missing where something was taken out was said with what stood there.
      if (node && parted.has(node) && message.includes(CHILD_MISSING)) continue;
      if (message.includes(UNEXPECTED)) unexpected.push(path);
      const place = node
        ? placeOf(node, ATTRIBUTE.exec(message)?.[1])
        : { line: Math.max(line, 1), column: Math.max(col, 1) };
      const reason = message.trim();
      problems.set(`${place.line} ${place.column} ${reason}`, { ...place, reason });
    }
    let removed = 0;
    for (const path of unexpected) {
      const [parent, node] = path.slice(-2);
      const siblings = parent && children.get(parent);
      if (!node || !siblings?.includes(node)) continue;
      elements.get(node)?.remove();
      siblings.splice(siblings.indexOf(node), 1);
      parted.add(parent as XmlNode);
      removed += 1;
    }
    if (removed === 0 || problems.size >= PROBLEMS_LISTED) break;
  }
  return [...problems.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** @param xsd the schema's text. @throws Error when it is no schema */
export function schemaOf(xsd: Uint8Array): XsdValidator {
  using document = XmlDocument.fromBuffer(xsd, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE });
  return XsdValidator.fromDoc(document);
}

/** @returns the file, valid or not; only problems when it is no XML that is taken */
export function readXml(
  bytes: Uint8Array,
  schema: XsdValidator,
  maxBytes: number,
): XmlFile | { root?: undefined; problems: readonly XmlProblem[] } {
  const text = bytes.length > maxBytes ? undefined : textOf(bytes);
  const reason = refusal(bytes, text, maxBytes);
  if (reason !== undefined || text === undefined) return { problems: [{ line: 1, column: 1, reason: reason ?? '' }] };
  let document: XmlDocument;
  try {
    document = XmlDocument.fromBuffer(bytes, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES,
    });
  } catch (error) {
    const problems = detailsOf(error).map(({ line, col, message }) => ({
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      reason: message.trim() || 'the file cannot be read',
    }));
    return { problems: [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()] };
  }
  try {
    const tags = startTags(text);
    const root = treeOf(document.root, tags.values());
    const place = placesIn(text);
    const placeOf: XmlFile['placeOf'] = (node, attribute, position = 0) => {
      const value = attribute === undefined ? undefined : attributeAt(text, node.at, attribute);
      if (!value) return place(node.at);
      // A reference such as &lt; is longer in the text than in the value: then the value's start has to do.
      const inside = text.slice(value.from, value.to).includes('&') ? 0 : position;
      return place(Math.min(value.from + inside, value.to));
    };
    return { root, placeOf, problems: schemaProblems(document, schema, root, placeOf) };
  } finally {
    document.dispose();
  }
}
