/**
 * The elements of an XML file as plain objects, with their positions in the text.
 *
 *   XmlNode
 *   childElements    of an element of the library
 *   treeOf           copies an element and everything below it
 */
import { XmlElement, XmlTreeNode } from 'libxml2-wasm';

export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** where its tag begins, UTF-16 units from the start of the text */
  readonly at: number;
}

export function childElements(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = element.firstChild; node !== null; node = node.next) {
    // `next` stops at a processing instruction; `find` does not.
    if (!(node instanceof XmlTreeNode)) return element.find('*') as XmlElement[];
    if (node instanceof XmlElement) found.push(node);
  }
  return found;
}

/** @param tags positions of the start tags in the order of the text, in which this walk visits them */
export function treeOf(element: XmlElement, tags: Iterator<number>): XmlNode {
  const at = tags.next().value ?? 0;
  const children = childElements(element).map((child) => treeOf(child, tags));
  const attributes = Object.create(null) as Record<string, string>;
  for (const attribute of element.attrs) attributes[attribute.name] = attribute.value;
  return { name: element.name, attributes, children, at };
}
