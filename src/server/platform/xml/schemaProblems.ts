/**
 * Finds violations of an XML schema with the validator of libxml2.
 *
 *   XmlProblem
 *   errorDetails       the problems inside an error of the library
 *   schemaProblems
 */
import { type XmlDocument, type XmlElement, XmlLibError, type XsdValidator } from 'libxml2-wasm';
import type { XmlPlace } from './places.ts';
import { childElements, type XmlNode } from './tree.ts';
import { explainViolation } from './violationWording.ts';

export interface XmlProblem extends XmlPlace {
  reason: string;
}

type PlaceOf = (node: XmlNode, attribute?: string) => XmlPlace;

/** @throws the error itself if it is not the library's */
export const errorDetails = (error: unknown) => {
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
 * The validator skips what follows an unexpected element, so that element is removed and the document validated again
 * until nothing new is found.
 *
 * @param most how many problems to find
 * @returns the problems in the order of the file
 */
export function schemaProblems(
  document: XmlDocument,
  schema: XsdValidator,
  root: XmlNode,
  placeOf: PlaceOf,
  most: number,
): XmlProblem[] {
  const children = new Map<XmlNode, XmlNode[]>();
  const elements = new Map<XmlNode, XmlElement>();
  const register = (node: XmlNode, element: XmlElement): void => {
    children.set(node, [...node.children]);
    elements.set(node, element);
    for (const [i, child] of childElements(element).entries()) register(node.children[i] as XmlNode, child);
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
  /** places of problems */
  const explained = new Set<string>();
  const shortened = new Set<XmlNode>();
  for (;;) {
    let details: ReturnType<typeof errorDetails>;
    try {
      schema.validate(document);
      break;
    } catch (error) {
      details = errorDetails(error);
    }
    if (elements.size === 0) register(root, document.root);
    const unexpected: XmlNode[][] = [];
    for (const { line, col, message, xpath = '' } of details) {
      if (problems.size >= most) break;
      const path = nodesAt(xpath);
      const node = path.at(-1);
      // Skip elements that are reported missing only because an unexpected one, already reported, was removed.
      if (node && shortened.has(node) && message.includes(CHILD_MISSING)) continue;
      if (message.includes(UNEXPECTED)) unexpected.push(path);
      const place = node
        ? placeOf(node, ATTRIBUTE.exec(message)?.[1])
        : { line: Math.max(line, 1), column: Math.max(col, 1) };
      const at = `${place.line} ${place.column}`;
      const reason = explainViolation(message);
      // Whatever the library finds is a problem: nothing that it says alone may be left out.
      if (reason === undefined && explained.has(at)) continue;
      explained.add(at);
      problems.set(`${at} ${reason}`, { ...place, reason: reason ?? message.trim() });
    }
    let removed = 0;
    for (const path of unexpected) {
      const [parent, node] = path.slice(-2);
      const siblings = parent && children.get(parent);
      if (!node || !siblings?.includes(node)) continue;
      elements.get(node)?.remove();
      siblings.splice(siblings.indexOf(node), 1);
      shortened.add(parent as XmlNode);
      removed += 1;
    }
    if (removed === 0 || problems.size >= most) break;
  }
  return [...problems.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}
