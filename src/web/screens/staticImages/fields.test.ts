import { describe, expect, it } from 'vitest';
import type { VersionsCriteria } from '../../../contract/index.ts';
import { enabledFields, lengthError, normalized, optionsOf } from './fields.ts';

const entry = (brand: string, carLine = '', majorMinorIndicator = '', bodyStyle = '') => ({
  brand,
  carLine,
  majorMinorIndicator,
  bodyStyle,
});
const criteria: VersionsCriteria = {
  colorFilters: [entry('', '1PP2', '', 'A5'), entry('', '1PP2', '', 'B7'), entry('', '1CB1', '', 'F5')],
  trimFilters: [],
  featureFilters: [
    entry('OPEL', '1PP2', 'QE', 'A5'),
    entry('OPEL', '1PP2', 'RE', 'B7'),
    entry('OPEL', '1PP3', 'QE', 'A5'),
    entry('DS', '1PP4', 'SE', 'C1'),
    entry('DS'),
  ],
  dimensionFilters: [entry('DS')],
  co2Filters: [],
};

describe('T 4.3: the fields of the static form', () => {
  it('are enabled by type', () => {
    expect(enabledFields('features')).toEqual(['brand', 'model', 'majorMinor', 'bodyStyle']);
    expect(enabledFields('colors')).toEqual(['model', 'bodyStyle']);
    expect(enabledFields('trims')).toEqual(['model', 'bodyStyle']);
    expect(enabledFields('co2')).toEqual([]);
    expect(enabledFields('dimensions')).toEqual(['brand']);
  });
  it('offer each value once, none empty, narrowed by the fields before them', () => {
    expect(optionsOf(criteria, 'features', {}, 'brand')).toEqual(['DS', 'OPEL']);
    expect(optionsOf(criteria, 'features', {}, 'model')).toEqual(['1PP2', '1PP3', '1PP4']);
    expect(optionsOf(criteria, 'features', { brand: 'OPEL' }, 'model')).toEqual(['1PP2', '1PP3']);
    expect(optionsOf(criteria, 'features', { brand: 'OPEL', model: '1PP2' }, 'majorMinor')).toEqual(['QE', 'RE']);
    expect(optionsOf(criteria, 'features', { model: '1PP2', majorMinor: 'RE' }, 'bodyStyle')).toEqual(['B7']);
    expect(optionsOf(criteria, 'colors', { brand: 'OPEL', model: '1PP2' }, 'bodyStyle')).toEqual(['A5', 'B7']);
    expect(optionsOf(undefined, 'colors', {}, 'model')).toEqual([]);
  });
});

describe('T 5: lengths', () => {
  it('brand 2 to 10, model exactly 4, indicator and body style exactly 2; empty is every value', () => {
    expect(lengthError('brand', 'O')).toBe('2 to 10 characters');
    expect(lengthError('brand', 'A'.repeat(11))).toBe('2 to 10 characters');
    expect(lengthError('model', '1PP')).toBe('Exactly 4 characters');
    expect(lengthError('majorMinor', 'Q')).toBe('Exactly 2 characters');
    expect(lengthError('bodyStyle', 'A55')).toBe('Exactly 2 characters');
    for (const [field, text] of [
      ['brand', 'DS'],
      ['model', '1PP2'],
      ['majorMinor', ''],
    ] as const)
      expect(lengthError(field, text)).toBeUndefined();
  });
  it('names of brands and models may have blanks and small letters, codes may not', () => {
    for (const brand of ['ALFA ROMEO', 'Škoda', 'Lynk & Co']) expect(lengthError('brand', brand)).toBeUndefined();
    expect(lengthError('model', 'C3 X')).toBeUndefined();
    expect(lengthError('brand', 'ALFA ')).toContain('none of them first or last');
    expect(lengthError('bodyStyle', 'a5')).toBe('Capital letters and digits');
  });
  it('a name is written as it is offered, a code in capitals', () => {
    const options = ['Škoda', 'OPEL', 'Opel'];
    expect(normalized('brand', 'škoda', options)).toBe('Škoda');
    expect(normalized('brand', 'Opel', options)).toBe('Opel');
    expect(normalized('brand', 'Alfa R', options)).toBe('Alfa R');
    expect(normalized('bodyStyle', 'a5', [])).toBe('A5');
  });
});
