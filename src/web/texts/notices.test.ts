/** The texts against section 8 of both documents, line by line. */
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../contract/index.ts';
import { nameMismatch } from '../../engine/packNames.ts';
import { failureText, prefixedFailure } from '../ui/failure.ts';
import { ACTIONS } from './failures.ts';
import { failing, notices, PREFIXES, treeFailures } from './notices.ts';

const SET = '1PP2A5xxxxxxxxxx';
const broken = new ApiFailure(503, 'Come back later.', {});

describe('A 8: the error catalogue of the administration document', () => {
  it.each([
    ['upload name mismatch', nameMismatch('a.txt'), 'File name a.txt do not match the expected format!'],
    [
      'upload failure',
      failureText(failing.upload('a.zip'), broken),
      'Could not upload the file: a.zip: Come back later.',
    ],
    ['credentials failure', ACTIONS['get credentials'], 'get credentials'],
    ['build info failure', ACTIONS['get version'], 'get version'],
    ['log load failure', ACTIONS['load log lines'], 'load log lines'],
    ['global configs load failure', ACTIONS['load global configs'], 'load global configs'],
    [
      'batch summary failure',
      prefixedFailure(PREFIXES.batchSummary, broken),
      'load batch summary\nCome back later. (503)',
    ],
    ['cache refresh failure', PREFIXES.caches('Embargo'), 'refreshCaches for Embargo:'],
    ['cache refresh success', notices.cacheRefreshed('Embargo'), 'Cache refreshed for Embargo'],
    ['file elements load failure', ACTIONS['load file elements'], 'load file elements'],
    ['file removal', notices.fileDeleted('a.png'), 'a.png deleted.'],
    ['file not removed', notices.fileNotDeleted('a.png'), 'a.png could not be deleted.'],
    ['copy', notices.started('Copy', SET), `Copy of ${SET} started.`],
    ['copy failed', notices.failed('Copy', SET), `Copy of ${SET} failed!`],
    ['rename', notices.renamed(SET), `Rename of ${SET} done.`],
    ['rename failed', notices.failed('Rename', SET), `Rename of ${SET} failed!`],
    ['delete', notices.started('Delete', SET), `Delete of ${SET} started.`],
    ['image set ids load failure', ACTIONS['load dis idss'], 'load dis idss'],
    ['reprocess success', notices.reprocessStarted(SET), `Reprocess of asset profile ${SET} started.`],
    ['reprocess failure', notices.reprocessFailed(SET, 'why'), `Reprocess of asset profile ${SET} failed!\nwhy`],
    ['asset profile list failure', ACTIONS['load asset profiles'], 'load asset profiles'],
  ])('%s', (_situation, text, expected) => expect(text).toBe(expected));
});

describe('T 8: the error catalogue of the testing and promotion document', () => {
  it.each([
    'fetch features',
    'fetch standard options',
    'get features',
    'load target names',
    'load versions',
    'load available views',
    'load resolutions',
    'load preselected layers',
    'load layers',
    'load image',
    'load mapping',
    'load status',
    'get status',
    'get static file info',
    'load static file info',
    'load dis idss',
  ] as const)('%s', (action) =>
    expect(failureText(ACTIONS[action], broken)).toBe(`Could not ${action}: Come back later.`),
  );

  it.each([
    [treeFailures.features, 'Could not load features'],
    [treeFailures.standards, 'Could not load standard options'],
    [treeFailures.reload, 'Could not reload features'],
    [failing.promote(SET, 'embargo', 'prod'), `promote ${SET} from embargo to prod`],
    [failing.promoteMetadata(SET, 'embargo', 'prod'), `promote metadata for ${SET} from embargo to prod`],
    [prefixedFailure(PREFIXES.versionCriteria, broken), 'get version criteria\nCome back later. (503)'],
    [PREFIXES.pdf, 'getPDF'],
    [PREFIXES.featuresPdf, 'getPDFFeatures'],
    [PREFIXES.co2Images, 'load static CO2Class image info'],
    [PREFIXES.staticImages, 'load static image info'],
    [notices.promotionCreated(SET), `Promotion request for ${SET} created`],
    [notices.metadataPromoted(SET), `Metadata Promotion for ${SET} done`],
    [notices.staticPromotionCreated('static_a.zip'), 'System created promotion request for static_a.zip'],
    [notices.brandForDimensions, 'Please select a brand for Dimensions'],
    [notices.brandAndModel, 'PDF Download: Please select brand and model'],
  ])('%s', (text, expected) => expect(text).toBe(expected));
});
