import { expect, it } from 'vitest';
import { standardView } from './standardView.ts';

const HD = { name: 'HD', width: 1280, height: 720 };
const SMALL = { name: 'small', width: 320, height: 180 };
const TINY = { name: 'tiny', width: 100, height: 50 };

it('is the first angle in the smallest resolution that is large enough', () => {
  const exterior = { angles: ['004', '001'], resolutions: [HD, TINY, SMALL] };
  expect(standardView({ exterior }, 256)).toEqual({ viewport: 'exterior', angle: '004', resolution: SMALL });
  expect(standardView({ exterior }, 4_000)?.resolution).toBe(HD);
});

it('leaves out resolutions that are not delivered for the angle', () => {
  const exterior = { angles: ['001', '002'], resolutions: [{ ...SMALL, angles: ['002'] }, HD] };
  expect(standardView({ exterior }, 256)?.resolution).toBe(HD);
});

it('is of the interior where the exterior has nothing, and nothing where neither has', () => {
  const interior = { angles: ['001'], resolutions: [HD] };
  expect(standardView({ exterior: { angles: [], resolutions: [HD] }, interior }, 256)?.viewport).toBe('interior');
  expect(standardView({ interior: { angles: ['001'], resolutions: [] } }, 256)).toBeUndefined();
  expect(standardView({}, 256)).toBeUndefined();
});
