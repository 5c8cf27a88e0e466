import { describe, expect, it } from 'vitest';
import { familiesOf, rowsOf, sheetResolution, versionRows } from './sheet.ts';

const feature = (featureId: string, featureClass: string, categoryName = 'Exterior') => ({
  featureId,
  featureLabel: `Label ${featureId}`,
  featureClass,
  familyLabel: featureClass,
  categoryName,
  isSelected: false,
  description: '',
});
const offered = [
  feature('ZHYK', 'ZH', 'Wheels'),
  feature('ZHYL', 'ZH', 'Wheels'),
  feature('0P2H', '0P'),
  feature('0MM0', '0M'),
];
const resolution = (resolutionName: string, width: number, angles: number) => ({
  resolutionName,
  width,
  height: width / 2,
  angleNameList: Array.from({ length: angles }, (_, i) => String(i)),
});

describe('the contact sheet', () => {
  it('offers colours, then trims, then the other families in the order of the set', () => {
    expect(familiesOf(offered)).toEqual([
      { id: '0M', title: 'Colours' },
      { id: '0P', title: 'Trims' },
      { id: 'ZH', title: 'Wheels' },
    ]);
  });

  it('has a row for each feature of the family, the rest of the choice as it was', () => {
    expect(rowsOf(offered, 'ZH', { version: 'V', chosen: ['ZHYK', '0MM0', 'WLN8'] })).toEqual([
      { id: 'ZHYK', label: 'Label ZHYK', version: 'V', options: ['0MM0', 'WLN8', 'ZHYK'] },
      { id: 'ZHYL', label: 'Label ZHYL', version: 'V', options: ['0MM0', 'WLN8', 'ZHYL'] },
    ]);
    expect(rowsOf(offered, 'XX', { version: 'V', chosen: [] })).toEqual([]);
  });

  it('has a row for each version with the same options, the chosen version first, and no more than asked for', () => {
    const versions = ['A', 'B', 'C'].map((versionId) => ({
      versionId,
      versionLabel: versionId === 'B' ? '' : `GT ${versionId}`,
    }));
    const chosen = ['0MM0'];
    expect(versionRows(versions, { version: 'C', chosen }, 2)).toEqual([
      { id: 'C', label: 'GT C', version: 'C', options: chosen },
      { id: 'A', label: 'GT A', version: 'A', options: chosen },
    ]);
    expect(versionRows(versions, { version: 'B', chosen }, 9).map(({ label }) => label)).toEqual(['B', 'GT A', 'GT C']);
    expect(versionRows(versions, { version: 'B', chosen }, 1)).toHaveLength(1);
  });

  it('takes the smallest size that is wide enough and has all angles', () => {
    const [thumb, small, large, one] = [
      resolution('thumb', 160, 6),
      resolution('small', 320, 6),
      resolution('HD', 1280, 6),
      resolution('one', 400, 1),
    ];
    expect(sheetResolution([large, one, small, thumb])).toBe(small);
    expect(sheetResolution([thumb, one])).toBe(thumb);
    expect(sheetResolution([])).toBeUndefined();
  });
});
