/** Which addresses webhooks may call, in all spellings of an address. */
import { describe, expect, it } from 'vitest';
import { openTargets } from './targets.ts';

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.0.1',
    '[::1]',
    '[::]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
  ])('%s is private', (host) => {
    expect(() => openTargets([]).check(`https://${host}/`)).toThrow(/private/);
  });
  it('a public one needs TLS, an allowed network does not', () => {
    expect(() => openTargets([]).check('https://93.184.215.14/')).not.toThrow();
    expect(() => openTargets([]).check('http://93.184.215.14/')).toThrow(/https/);
    expect(() => openTargets([{ address: '10.1.0.0', bits: 16 }]).check('http://10.1.2.3/')).not.toThrow();
    expect(() => openTargets([{ address: '10.1.0.0', bits: 16 }]).check('http://10.2.2.3/')).toThrow(/private/);
  });
});
