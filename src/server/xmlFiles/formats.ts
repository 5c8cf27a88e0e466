/**
 * The kinds of XML files that users send, and their limits. The schemas are in formats/.
 *
 *   MetaFormat, XmlFormat
 *   META_FORMATS   the meta files of a set: name -> schema
 *   XML_BYTES, PROBLEMS_LISTED
 */
import type { GlobalConfigKind } from '../../engine/packNames.ts';

export type MetaFormat = 'asset-profile' | 'versions' | 'features' | 'layers' | 'rules';
export type XmlFormat = MetaFormat | GlobalConfigKind;

/** A Map, because a file could be named like a property that every object has. */
export const META_FORMATS: ReadonlyMap<string, MetaFormat> = new Map([
  ['asset-profile.xml', 'asset-profile'],
  ['versions.xml', 'versions'],
  ['features.xml', 'features'],
  ['layers-ext.xml', 'layers'],
  ['layers-int.xml', 'layers'],
  ['rules-ext.xml', 'rules'],
  ['rules-int.xml', 'rules'],
]);

export const XML_BYTES = 64 * 1024 ** 2;
/** How many problems of a file or pack are listed: a file can have millions, and nobody reads more. */
export const PROBLEMS_LISTED = 100;
