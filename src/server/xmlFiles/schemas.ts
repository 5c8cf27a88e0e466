/**
 * Reads a file by its schema, which is compiled on first use. Runs in the thread of thread.ts.
 *
 *   readFormat
 *   listOf, childrenOf, required     elements and their attributes
 *   AddProblem, problemCollector     a problem at its place
 *   addDuplicates                    names that siblings share
 *   ListedProblems, listProblems     the first problems in the order of the file, and the number of others
 */
import { readFileSync } from 'node:fs';
import type { XsdValidator } from 'libxml2-wasm';
import type { XmlProblem } from '../platform/xml/schemaProblems.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { readXml, schemaOf, type XmlFile } from '../platform/xml/xml.ts';
import { PROBLEMS_LISTED, XML_BYTES, type XmlFormat } from './formats.ts';

const folder = new URL('../../../formats/', import.meta.url);
const compiled = new Map<XmlFormat, XsdValidator>();

export function readFormat(format: XmlFormat, bytes: Uint8Array): ReturnType<typeof readXml> {
  let schema = compiled.get(format);
  if (!schema) {
    schema = schemaOf(readFileSync(new URL(`${format}.xsd`, folder)));
    compiled.set(format, schema);
  }
  return readXml(bytes, schema, { bytes: XML_BYTES, problems: PROBLEMS_LISTED });
}

/** The words of a list attribute; undefined if it is absent. */
export const listOf = (text: string | undefined): string[] | undefined => text?.trim().split(/\s+/);

/** The children of an element that have a name. */
export const childrenOf = (node: XmlNode, name: string): XmlNode[] =>
  node.children.filter((child) => child.name === name);

/** An attribute that the schema requires; '' in a file that violates it. */
export const required = (node: XmlNode, name: string): string => node.attributes[name] ?? '';

/**
 * @param attribute  that the problem is about
 * @param position   UTF-16 units into its value
 */
export type AddProblem = (node: XmlNode, reason: string, attribute?: string, position?: number) => void;

export const problemCollector =
  (problems: XmlProblem[], file: XmlFile): AddProblem =>
  (node, reason, attribute, position) => {
    problems.push({ ...file.placeOf(node, attribute, position), reason });
  };

export interface ListedProblems {
  readonly problems: readonly XmlProblem[];
  /** number of problems beyond those */
  readonly unlisted: number;
}
export function listProblems(all: readonly XmlProblem[]): ListedProblems {
  const problems = all.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, PROBLEMS_LISTED);
  return { problems, unlisted: all.length - problems.length };
}

/** Adds one problem for each element that repeats the name of one before it. */
export function addDuplicates(
  addProblem: AddProblem,
  nodes: readonly XmlNode[],
  attribute: string,
  what: string,
): void {
  const seen = new Set<string>();
  for (const node of nodes) {
    const value = node.attributes[attribute];
    if (value === undefined) continue;
    if (seen.has(value)) addProblem(node, `${what} ${value} is declared twice`, attribute);
    seen.add(value);
  }
}
