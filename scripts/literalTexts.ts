/**
 * Finds text that users read and that stands in the source of a screen instead of in src/web/texts.
 *
 *   literalTexts
 */
import { parseSync } from 'vite';

/** Props and properties that a user reads or hears, whatever they hold. */
const TEXT_NAMES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'caption',
  'confirm',
  'empty',
  'filterLabel',
  'header',
  'helperText',
  'label',
  'legend',
  'loadingText',
  'message',
  'noOptionsText',
  'noMatch',
  'placeholder',
  'primary',
  'question',
  'reason',
  'secondary',
  'submitLabel',
  'subtitle',
  'text',
  'title',
  'titleAccess',
  'tooltip',
]);
/** Props that hold CSS or names for the machine, at any depth. */
const TECHNICAL_PROPS = new Set([
  'className',
  'close',
  'component',
  'd',
  'exportName',
  'href',
  'key',
  'rel',
  'role',
  'style',
  'styles',
  'sx',
  'target',
  'to',
  'variant',
  'viewBox',
]);
/** Calls that take CSS selectors, or names of the code. */
const TECHNICAL_CALLS = new Set([
  ...['closest', 'matches', 'querySelector', 'querySelectorAll'],
  ...['createSvgIcon', 'lazyPart', 'lazyScreen', 'startsWith'],
]);

const LETTER = /\p{L}/u;
/** Two words with a blank between them, or a capitalised word alone. */
const PROSE = /\p{L}{2,}[,.:;!?…]* .*\p{L}|^\p{Lu}\p{Ll}+[.…!?]?$/u;
/** CSS that stands outside of a style prop. */
const CSS = /^(@media|calc\(|max\(|\d+(px|%)|#|:is\(|\[)/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}
const isProse = (text: string): boolean => PROSE.test(text) && !CSS.test(text);
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (key: unknown): string => {
  if (!isNode(key)) return '';
  return String(key['name'] ?? key['value'] ?? '');
};

/** The literals that an expression can result in; not those that it compares, calls with or looks up. */
function resultsOf(node: unknown): { text: string; node: Node }[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ text: node['value'], node }] : [];
    case 'TemplateLiteral':
      return (node['quasis'] as Node[]).map((quasi) => ({
        text: (quasi['value'] as { raw: string }).raw,
        node: quasi,
      }));
    case 'ConditionalExpression':
      return [...resultsOf(node['consequent']), ...resultsOf(node['alternate'])];
    case 'LogicalExpression':
      return [...resultsOf(node['left']), ...resultsOf(node['right'])];
    case 'BinaryExpression':
      return node['operator'] === '+' ? [...resultsOf(node['left']), ...resultsOf(node['right'])] : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return resultsOf(node['expression']);
    default:
      return [];
  }
}

/**
 * @param file its name, for the syntax: .ts or .tsx
 * @returns `line: text` for each text, in the order of the source
 */
export function literalTexts(file: string, source: string): string[] {
  const found = new Map<number, string>();
  const report = (text: string, node: Node) => found.set(node.start, text.trim().replace(/\s+/g, ' '));
  const reportResults = (value: unknown) => {
    for (const { text, node } of resultsOf(value)) if (LETTER.test(text)) report(text, node);
  };
  const visit = (node: Node): void => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSLiteralType':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
        return;
      case 'CallExpression':
        if (isNode(node['callee']) && TECHNICAL_CALLS.has(nameOf(node['callee']['property'] ?? node['callee']))) {
          visit(node['callee']);
          return;
        }
        break;
      case 'SwitchCase':
        for (const statement of node['consequent'] as Node[]) visit(statement);
        return;
      case 'MemberExpression':
        if (isNode(node['object'])) visit(node['object']);
        return;
      case 'JSXText':
        if (LETTER.test(String(node['value']))) report(String(node['value']), node);
        return;
      case 'JSXAttribute':
        if (TECHNICAL_PROPS.has(nameOf(node['name']))) return;
        if (TEXT_NAMES.has(nameOf(node['name']))) reportResults(node['value']);
        break;
      case 'BinaryExpression':
        for (const side of [node['left'], node['right']]) {
          const compared = String(node['operator']).endsWith('==') && isNode(side) && side.type === 'Literal';
          if (isNode(side) && !compared) visit(side);
        }
        return;
      case 'Property':
        if (TEXT_NAMES.has(nameOf(node['key']))) reportResults(node['value']);
        if (isNode(node['value'])) visit(node['value']);
        return;
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of node['children'] as Node[]) {
          if (child.type === 'JSXExpressionContainer') reportResults(child);
        }
        break;
      case 'Literal':
      case 'TemplateLiteral':
        for (const result of resultsOf(node)) if (isProse(result.text)) report(result.text, result.node);
        break;
    }
    for (const child of childrenOf(node)) visit(child);
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program as unknown as Node);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([start, text]) => `${source.slice(0, start).split('\n').length}: ${text}`);
}
