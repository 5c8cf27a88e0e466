import { describe, expect, it } from 'vitest';
import { driverOf, isKnownCountry, saleOf } from './countries.ts';
import { type GlobalConfigs, NO_GLOBAL_CONFIGS } from './globalConfigs.ts';

const VERSION = '1PP2A5QESFB0A0F4';
const configs: GlobalConfigs = {
  ...NO_GLOBAL_CONFIGS,
  countries: [{ code: 'DE', name: 'Germany', locale: 'de-DE' }],
  rhdCountries: ['GB'],
  brandGroups: [
    { brand: 'OPEL', name: 'core', countries: ['DE', 'AT'] },
    { brand: 'DS', name: 'core', countries: ['CH'] },
    { brand: 'OPEL', name: 'other', countries: ['NL'] },
  ],
  defaultCountries: [
    { brand: 'OPEL', group: 'core', country: 'DE' },
    { brand: 'DS', group: 'core', country: 'FR' },
  ],
  versionCountries: [
    { pattern: '1PP2xxxxxxxxxxxx', countries: ['IT'] },
    { pattern: '1PP2A5xxxxxxxxxx', countries: ['DE'] },
    { pattern: '1PP2A5xxxxxxxxxx', countries: ['FR'] },
  ],
};

describe('countries', () => {
  it('are those of the list, or any without a list', () => {
    expect(isKnownCountry('DE', configs)).toBe(true);
    expect(isKnownCountry('XX', configs)).toBe(false);
    expect(isKnownCountry('XX', NO_GLOBAL_CONFIGS)).toBe(true);
  });

  it('set the driver type where a call gives none', () => {
    expect(driverOf(undefined, 'GB', configs)).toBe('RHD');
    expect(driverOf(undefined, 'DE', configs)).toBe('LHD');
    expect(driverOf(undefined, undefined, configs)).toBe('LHD');
    expect(driverOf('LHD', 'GB', configs)).toBe('LHD');
  });
});

describe('sale of a version', () => {
  it('is in the countries of the narrowest pattern, all its rows together', () => {
    expect(saleOf(VERSION, 'DE', undefined, configs)).toEqual({ sold: true, country: 'DE' });
    expect(saleOf(VERSION, 'FR', undefined, configs)).toEqual({ sold: true, country: 'FR' });
    expect(saleOf('1PP2A4QESFB0A0F4', 'IT', undefined, configs)).toEqual({ sold: true, country: 'IT' });
  });

  it('is everywhere without a row', () => {
    expect(saleOf('ZZZZA5QESFB0A0F4', 'XX', undefined, configs)).toEqual({ sold: true, country: 'XX' });
  });

  it('falls back to the default country of the brand', () => {
    expect(saleOf(VERSION, 'AT', 'OPEL', configs)).toEqual({ sold: true, country: 'DE' });
    expect(saleOf(VERSION, 'CH', undefined, configs)).toEqual({ sold: true, country: 'FR' });
    expect(saleOf(VERSION, 'AT', 'DS', configs).sold).toBe(false);
    // The default country is that of a group, not of the whole brand.
    expect(saleOf(VERSION, 'NL', 'OPEL', configs).sold).toBe(false);
  });

  it('is refused with the reason', () => {
    expect(saleOf(VERSION, 'IT', undefined, configs)).toEqual({
      sold: false,
      reason: `Version ${VERSION} is not sold in IT (version country mapping of 1PP2A5xxxxxxxxxx).`,
    });
    expect(saleOf('1PP2A4QESFB0A0F4', 'AT', 'OPEL', configs)).toEqual({
      sold: false,
      reason:
        'Version 1PP2A4QESFB0A0F4 is not sold in AT, nor in its default country DE (version country mapping of 1PP2xxxxxxxxxxxx).',
    });
  });
});
