/** German for mapping.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../mapping.ts';

export const mappingTexts: Texts<typeof english.mappingTexts> = {
  title: 'Zuordnung von LCDV zu dynamischen Bildsets testen',
  table: 'LCDV-Zuordnung',
  noMatch: 'Kein Eintrag passt zu den Filtern',
  set: 'Bildset',
  redirect: 'Umleitung',
  redirectOf: (disId) => `Umleitung von ${disId}`,
  extLayers: (disId) => `Ebenen außen: ${disId}`,
  extRules: (disId) => `Regeln außen: ${disId}`,
  intLayers: (disId) => `Ebenen innen: ${disId}`,
  intRules: (disId) => `Regeln innen: ${disId}`,
  version: 'Version',
  versionName: 'Name der Version',
};
