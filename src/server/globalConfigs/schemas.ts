/**
 * The shipped XML schemas, compiled when first asked for. They stand in formats/ so that suppliers can take them.
 *
 *   readFormat    a file of a kind -> its tree, or all problems
 *   profileOf, listOf   readers shared by several kinds
 */
import { readFileSync } from 'node:fs';
import type { XsdValidator } from 'libxml2-wasm';
import type { AssetProfile, Resolution, Viewport, ViewportProfile } from '../../engine/meta.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { readXml, schemaOf, type XmlNode } from '../platform/xml/xml.ts';

export type MetaFormat = 'asset-profile' | 'versions' | 'features' | 'layers' | 'rules';
export type Format = MetaFormat | GlobalConfigKind;

export const XML_BYTES = 64 * 1024 ** 2;
const folder = new URL('../../../formats/', import.meta.url);
const compiled = new Map<Format, XsdValidator>();

export function readFormat(format: Format, bytes: Uint8Array, maxBytes = XML_BYTES): ReturnType<typeof readXml> {
  let schema = compiled.get(format);
  if (!schema) {
    schema = schemaOf(readFileSync(new URL(`${format}.xsd`, folder)));
    compiled.set(format, schema);
  }
  return readXml(bytes, schema, maxBytes);
}

/** A list attribute: words separated by white space; absent: undefined. */
export const listOf = (text: string | undefined): string[] | undefined => text?.trim().split(/\s+/);

/** Children of an element by name. */
export const named = (node: XmlNode, name: string): XmlNode[] => node.children.filter((child) => child.name === name);

/** An attribute that the schema requires. */
export const required = (node: XmlNode, name: string): string => node.attributes[name] ?? '';

export interface Placed {
  line: number;
  column: number;
  reason: string;
}
export const at = (node: XmlNode, reason: string): Placed => ({ line: node.line, column: 1, reason });

/** Names that stand twice among siblings. */
export function twice(nodes: readonly XmlNode[], attribute: string, what: string): Placed[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const value = required(node, attribute);
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [at(node, `${what} ${value} is declared twice`)];
  });
}

function viewportOf(node: XmlNode, problems: Placed[]): ViewportProfile {
  const angles = named(node, 'angle').map((angle) => required(angle, 'name'));
  problems.push(...twice(named(node, 'angle'), 'name', 'angle'));
  problems.push(...twice(named(node, 'resolution'), 'name', 'resolution'));
  const resolutions = named(node, 'resolution').map((resolution): Resolution => {
    const own = listOf(resolution.attributes['angles']);
    const unknown = own?.find((angle) => !angles.includes(angle));
    if (unknown !== undefined)
      problems.push(at(resolution, `the resolution names the angle ${unknown}, which is not declared`));
    return {
      name: required(resolution, 'name'),
      width: Number(required(resolution, 'width')),
      height: Number(required(resolution, 'height')),
      ...(own && { angles: own }),
    };
  });
  return { angles, resolutions };
}

/** An <assetProfile> element. */
export function profileOf(node: XmlNode, problems: Placed[]): AssetProfile {
  problems.push(...twice(named(node, 'viewport'), 'name', 'viewport'));
  const profile: { [V in Viewport]?: ViewportProfile } = {};
  for (const viewport of named(node, 'viewport')) {
    profile[required(viewport, 'name') as Viewport] = viewportOf(viewport, problems);
  }
  return profile;
}
