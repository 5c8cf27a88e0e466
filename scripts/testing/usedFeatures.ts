/**
 * Which features of JavaScript and of browsers a script uses, as MDN's compatibility data has them: globals (`fetch`), members
 * of globals (`Map.groupBy`), and calls of methods by their name alone (`.toSorted`). A name that a script gives to a member of
 * its own says nothing and is left out.
 *
 *   Feature, usedFeatures
 */
import type { CompatData, Identifier } from '@mdn/browser-compat-data';
import { parseSync } from 'vite';

type Compat = Pick<Identifier, '__compat'>;

export interface Feature {
  readonly name: string;
  /** Of objects that have a method of this name; the script may mean any of them. */
  readonly candidates: readonly Compat[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : '');
const WINDOWS = ['window', 'globalThis', 'self'];

/** Object by name -> member by name; `own` looks a name up that may also be one of `Object.prototype`. */
const own = <T>(of: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  of && Object.hasOwn(of, name) ? of[name] : undefined;

/** without what it says about itself */
const membersOf = ({ __compat: _, ...members }: Identifier): Readonly<Record<string, Identifier>> => members;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Names of members that a script makes: of its objects and classes, and those that it assigns. */
function collectKeys(node: Node, keys: Set<string>): void {
  const left = node['left'];
  if (node['key'] !== undefined && node['computed'] === false) keys.add(nameOf(node['key']));
  if (node.type === 'AssignmentExpression' && isNode(left)) keys.add(nameOf(left['property']));
  for (const child of childrenOf(node)) collectKeys(child, keys);
}

export function usedFeatures(scripts: readonly string[], { api, javascript }: CompatData): Feature[] {
  const objects: Readonly<Record<string, Identifier>> = { ...api, ...javascript.builtins };
  const methods = new Map<string, Identifier[]>();
  for (const object of Object.values(objects)) {
    for (const [name, member] of Object.entries(membersOf(object))) {
      methods.set(name, [...(methods.get(name) ?? []), member]);
    }
  }
  const programs = scripts.map((script) => parseSync('built.js', script).program as unknown as Node);
  const ownNames = new Set<string>();
  for (const program of programs) collectKeys(program, ownNames);
  const found = new Map<string, Feature>();
  const add = (name: string, candidates: readonly (Compat | undefined)[]) => {
    const known = candidates.filter((one) => one?.__compat !== undefined) as Compat[];
    if (known.length > 0) found.set(name, { name, candidates: known });
  };
  const visitMember = (object: string, member: string, isCalled: boolean) => {
    if (WINDOWS.includes(object)) add(member, [own(objects, member)]);
    const holder = own(objects, object);
    if (holder)
      add(`${object}.${member}`, [own(membersOf(holder), member), own(membersOf(holder), `${member}_static`)]);
    else if (isCalled && !ownNames.has(member)) add(`.${member}`, methods.get(member) ?? []);
  };
  const visit = (node: Node, isCalled: boolean): void => {
    if (node.type === 'Identifier') add(nameOf(node), [own(objects, nameOf(node))]);
    const isMember = node.type === 'MemberExpression' && node['computed'] === false;
    if (isMember) visitMember(nameOf(node['object']), nameOf(node['property']), isCalled);
    const isKey = (field: string) =>
      (isMember && field === 'property') || (field === 'key' && node['computed'] === false);
    for (const [field, value] of Object.entries(node)) {
      if (isKey(field)) continue;
      for (const child of [value].flat()) if (isNode(child)) visit(child, field === 'callee');
    }
  };
  for (const program of programs) visit(program, false);
  return [...found.values()];
}
