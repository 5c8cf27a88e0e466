/**
 * XML as values: `element` makes one, `xml` the text of a whole file.
 */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly Element[];
}

export function element(
  name: string,
  attributes: Element['attributes'] = {},
  children: readonly Element[] = [],
): Element {
  return { name, attributes, children };
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function write({ name, attributes, children }: Element, indent: string): string {
  const pairs = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${quoted(String(value))}"`],
  );
  if (children.length === 0) return `${indent}<${name}${pairs.join('')}/>\n`;
  return `${indent}<${name}${pairs.join('')}>\n${children.map((c) => write(c, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

export const xml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;
