import { expect, it } from 'vitest';
import type { OfferedFeature } from '../../../contract/index.ts';
import { droppedIn, selectedIn, updateTree } from './featureTree.ts';

const feature = (featureId: string, isSelected = false, categoryName = 'Exterior'): OfferedFeature => ({
  featureId,
  featureLabel: `label of ${featureId}`,
  featureClass: featureId.slice(0, 2),
  familyLabel: `label of ${featureId.slice(0, 2)}`,
  categoryName,
  isSelected,
  description: '',
});

it('spec 001 §4.2: grouped by category, then by feature class', () => {
  const tree = updateTree(
    [],
    [feature('0MA'), feature('ZHA', true), feature('0MB'), feature('RSA', false, 'Interior')],
  );
  expect(tree.map(({ name, groups }) => [name, groups.map((g) => [g.featureClass, g.nodes.map((n) => n.id)])])).toEqual(
    [
      [
        'Exterior',
        [
          ['0M', ['0MA', '0MB']],
          ['ZH', ['ZHA']],
        ],
      ],
      ['Interior', [['RS', ['RSA']]]],
    ],
  );
  expect(selectedIn(tree)).toEqual(['ZHA']);
});

it('spec 001 §4.2: what is no longer offered is disabled and unselected, and enabled again with the server’s choice', () => {
  const first = updateTree([], [feature('0MA', true), feature('0MB')]);
  const without = updateTree(first, [feature('0MB', true)]);
  expect(without[0]?.groups[0]?.nodes).toMatchObject([
    { id: '0MA', disabled: true, selected: false },
    { id: '0MB', disabled: false, selected: true },
  ]);
  const again = updateTree(without, [feature('0MA', true), feature('0MB')]);
  expect(again[0]?.groups[0]?.nodes).toMatchObject([
    { id: '0MA', disabled: false, selected: true },
    { id: '0MB', disabled: false, selected: false },
  ]);
});

it('spec 001 §4.2: new features are appended to their family', () => {
  const first = updateTree([], [feature('0MB'), feature('ZHA')]);
  const more = updateTree(first, [feature('0MA'), feature('0MB'), feature('ZHA')]);
  expect(more[0]?.groups.map((g) => g.nodes.map((n) => n.id))).toEqual([['0MB', '0MA'], ['ZHA']]);
});

it('lists chosen features that were dropped', () => {
  expect(droppedIn(updateTree([], [feature('0MA', true), feature('ZHA')]), ['0MA', 'ZHA'])).toEqual(['ZHA']);
});
