/**
 * The global configuration files of the demo, one of each kind.
 *
 *   globalFiles      file name -> text
 */
import { profile } from './meta.ts';
import { element, xml } from './write.ts';

const countries = [
  ['DE', 'Germany', 'de-DE'],
  ['FR', 'France', 'fr-FR'],
  ['GB', 'United Kingdom', 'en-GB'],
  ['IE', 'Ireland', 'en-IE'],
  ['IT', 'Italy', 'it-IT'],
  ['ES', 'Spain', 'es-ES'],
  ['PL', 'Poland', 'pl-PL'],
] as const;

const country = (code: string) => element('country', { code });

export function globalFiles(): Readonly<Record<string, string>> {
  return {
    'asset_profile_demo.xml': xml(
      element('assetProfiles', {}, [element('assetProfile', { set: '1PP8xxxxxxxxxxxx' }, profile())]),
    ),
    'oneLayer_redirect_demo.xml': xml(
      element('redirects', {}, [
        element('redirect', {
          set: '1PP2A5Rxxxxxxxxx',
          extLayers: '1PP2V5xxxxxxxxxx',
          extRules: '1PP2V5xxxxxxxxxx',
          intLayers: '1PP2A5xxxxxxxxxx',
          intRules: '1PP2A5xxxxxxxxxx',
        }),
      ]),
    ),
    'country_list_demo.xml': xml(
      element(
        'countries',
        {},
        countries.map(([code, name, locale]) => element('country', { code, name, locale })),
      ),
    ),
    'rhd_group_of_countries_demo.xml': xml(element('rhdCountries', {}, [country('GB'), country('IE')])),
    'brand_group_of_countries_demo.xml': xml(
      element('brandGroups', {}, [
        element('group', { brand: 'PEUGEOT', name: 'core' }, ['DE', 'FR', 'IT', 'ES'].map(country)),
        element('group', { brand: 'PEUGEOT', name: 'islands' }, ['GB', 'IE'].map(country)),
        element('group', { brand: 'CITROEN', name: 'core' }, ['FR', 'ES', 'PL'].map(country)),
      ]),
    ),
    'default_country_rules_demo.xml': xml(
      element('defaultCountries', {}, [
        element('default', { brand: 'PEUGEOT', group: 'core', country: 'FR' }),
        element('default', { brand: 'PEUGEOT', group: 'islands', country: 'GB' }),
        element('default', { brand: 'CITROEN', group: 'core', country: 'FR' }),
      ]),
    ),
    'version_country_mapping_demo.xml': xml(
      element('versionCountries', {}, [
        element('version', { pattern: '1PP2A5Lxxxxxxxxx', countries: 'FR IT ES PL' }),
        element('version', { pattern: '1CB1F5LVxxxxxxxx', countries: 'PL' }),
      ]),
    ),
    'visibility_configuration_demo.xml': xml(
      element('visibility', {}, [
        element('set', { pattern: '1PP2F9xxxxxxxxxx', areas: 'embargo' }),
        element('set', { pattern: '1PP2A5Rxxxxxxxxx', areas: 'embargo preprod', from: '2026-01-01T00:00:00Z' }),
      ]),
    ),
  };
}
