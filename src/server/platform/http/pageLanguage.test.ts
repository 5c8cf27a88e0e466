/** Which language a page has. */
import { expect, it } from 'vitest';
import { pageLanguage } from './pageLanguage.ts';

const OFFERED = ['en', 'de'];

it.each([
  ['no header and no choice', undefined, undefined, 'en'],
  ['the browser is German', undefined, 'de', 'de'],
  ['the browser is Austrian', undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['the browser prefers English', undefined, 'en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['the preferred one comes last', undefined, 'en;q=0.3, de;q=0.7', 'de'],
  ['the browser is French and knows German', undefined, 'fr-FR,fr;q=0.9,de;q=0.5', 'de'],
  ['the browser is French', undefined, 'fr-FR,fr;q=0.9', 'en'],
  ['German is refused', undefined, 'de;q=0', 'en'],
  ['any language will do', undefined, '*', 'en'],
  ['the header is nonsense', undefined, ';;,q=,;q=x', 'en'],
  ['English was chosen', 'en', 'de', 'en'],
  ['German was chosen', 'de', 'en', 'de'],
  ['the choice is unknown', '../de', 'de', 'de'],
])('%s', (_what, chosen, accepted, language) => expect(pageLanguage(chosen, accepted, OFFERED)).toBe(language));
