/**
 * Texts of the menu; the landing page shows the descriptions, too. Labels are those of the specification. Part of the first
 * load.
 *
 *   menuTexts   of groups, and of entries as label and description
 */
type Entry = readonly [label: string, description: string];
const entry = (label: string, description: string): Entry => [label, description];

export const menuTexts = {
  groups: {
    status: 'Status',
    logs: 'Logs',
    upload: 'Upload',
    promote: 'Promote',
    testDynamic: 'Test Dynamic',
    testStatic: 'Test Static',
    administration: 'Administration',
  },
  statusSets: entry('Dynamic image sets', 'Where each set is live, with its packs and quality report'),
  statusPacks: entry('Static image packs', 'Where each pack is live'),
  logs: entry('Logs', 'What happened, line by line'),
  upload: entry('Upload', 'Delivery packs as zip files'),
  promoteSets: entry('Promote dynamic image sets', 'Preview and promote image sets'),
  promotePacks: entry('Promote static image packs', 'From Embargo to Pre-Prod or Prod'),
  validate: entry('Validate completeness', 'The layers of a set and their pictures'),
  options: entry('Test Mapping Rules', 'Choose options and see the car'),
  mapping: entry('Test LCDV Mapping', 'Which set a vehicle code belongs to'),
  compare: entry('Compare', 'One configuration in two areas'),
  sheet: entry('Contact sheet', 'All colours by all angles, to print'),
  testStatic: entry('Test Static', 'Search, print and export option pictures'),
  refreshCaches: entry('Refresh Caches', 'Make the server read everything again'),
  globalConfigs: entry('Manage Global Configs', 'XML files of each area'),
  assetProfiles: entry('Manage Asset Profiles', 'View asset profiles and reprocess sets'),
  fileBrowser: entry('File Browser', 'What is stored, folder by folder'),
  imageSets: entry('Manage Image Sets', 'Copy, rename, delete'),
  batchSummary: entry('Batch Summary', 'Jobs and how they ended'),
  dynamicLogs: entry('Dynamic Image Logs', 'Log lines about image sets and the mapping'),
  storage: entry('Storage', 'What takes space, and what can go'),
  users: entry('Users', 'Accounts, roles, API tokens'),
  webhooks: entry('Webhooks', 'Tell other servers what happens'),
};
