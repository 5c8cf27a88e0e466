/**
 * Texts of Test LCDV Mapping.
 *
 *   mappingTexts
 */
export const mappingTexts = {
  title: 'Test LCDV to Dynamic Image Set Id mapping',
  table: 'LCDV mapping',
  noMatch: 'No data matching the filters',
  set: 'Dynamic Image Set',
  redirect: 'Redirect',
  redirectOf: (disId: string) => `Redirect of ${disId}`,
  extLayers: (disId: string) => `Target exterior layers: ${disId}`,
  extRules: (disId: string) => `Exterior rules: ${disId}`,
  intLayers: (disId: string) => `Interior layers: ${disId}`,
  intRules: (disId: string) => `Interior rules: ${disId}`,
  version: 'Version',
  versionName: 'Version Name',
};
