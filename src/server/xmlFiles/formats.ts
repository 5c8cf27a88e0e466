/**
 * The kinds of XML files that come from outside, and how large one may be. The schemas stand in formats/.
 *
 *   MetaFormat, XmlFormat
 *   META_FORMATS   the meta files of a set: name -> schema
 *   XML_BYTES, PROBLEMS_LISTED
 */
import type { GlobalConfigKind } from '../../engine/packNames.ts';

export type MetaFormat = 'asset-profile' | 'versions' | 'features' | 'layers' | 'rules';
export type XmlFormat = MetaFormat | GlobalConfigKind;

/** A Map, so that a file named like a property of objects is as unknown as any other. */
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
/** of a file, and of a pack: more help nobody, and a file can have millions */
export const PROBLEMS_LISTED = 100;
