import { describe, expect, it } from 'vitest';
import { TestSearch } from './search.ts';

describe('the test screens’ address', () => {
  it('keeps what was chosen', () => {
    const full = {
      area: 'prod',
      disId: '1CB7A5HJT5B0A0xx',
      version: '1CB7A5HJT5B0A012',
      viewport: 'interior',
      model: 'RHD',
      resolution: 'medium',
      angles: ['001', '002'],
      layers: ['body_red'],
      test: true,
    };
    expect(TestSearch(full)).toEqual(full);
  });
  it('drops what it cannot read, and keeps the rest', () => {
    expect(TestSearch({ area: 'moon', viewport: 7, angles: '001', test: 'yes', disId: ' ABC ' })).toEqual({
      angles: ['001'],
      disId: 'ABC',
    });
  });
});
