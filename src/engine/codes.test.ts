import { describe, expect, it } from 'vitest';
import { isFeatureId, joinChoice, kindOf, splitChoice } from './codes.ts';

describe('feature ids', () => {
  it('have 3 to 16 capitals and digits', () => {
    for (const good of ['0MM00N9V', 'ZH8P', 'ABC', '0123456789ABCDEF']) expect(isFeatureId(good)).toBe(true);
    for (const bad of ['', 'AB', '0123456789ABCDEF0', 'zh8p', 'ZH8-', 'ZH8P ', 'ZH8P\n'])
      expect(isFeatureId(bad)).toBe(false);
  });

  it('are colour, trim or option by their first two characters', () => {
    expect(['0MM00N9V', '0P2H0RFX', 'ZH8P', 'M0M0'].map(kindOf)).toEqual(['colour', 'trim', 'option', 'option']);
  });

  it('go into the fields of a call and come back', () => {
    const choice = splitChoice(['ZH8P', '0P2H0RFX', '0MM00N9V', 'WLN8']);
    expect(choice).toEqual({ colour: '0MM00N9V', trim: '0P2H0RFX', options: ['ZH8P', 'WLN8'] });
    expect(joinChoice(choice)).toEqual(['0MM00N9V', '0P2H0RFX', 'ZH8P', 'WLN8']);
    expect(splitChoice(['0MM00N9V', '0MP00NWP'])).toEqual({ colour: '0MP00NWP', options: [] });
    expect(joinChoice({ colour: '', trim: '', options: [''] })).toEqual([]);
  });
});
