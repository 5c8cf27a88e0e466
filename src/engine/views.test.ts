import { describe, expect, it } from 'vitest';
import type { AssetProfile, ViewportProfile } from './meta.ts';
import { effectiveProfile, isViewValid, resolutionAngles } from './views.ts';

const HD = { name: 'HD', width: 1280, height: 720 };
const thumb = { name: 'thumb', width: 320, height: 180, angles: ['001'] };
const viewport: ViewportProfile = { angles: ['001', '002'], resolutions: [HD, thumb] };
const profile = (angle: string): AssetProfile => ({ exterior: { angles: [angle], resolutions: [] } });

describe('asset profile in force', () => {
  const disId = '1PP2A5xxxxxxxxxx';
  const rows = [
    { set: 'xxxxxxxxxxxxxxxx', profile: profile('any') },
    { set: '1PP2xxxxxxxxxxxx', profile: profile('car line') },
    { set: '1PP2xxxxxxxxxxxx', profile: profile('car line, again') },
    { set: '1PP2A5Qxxxxxxxxx', profile: profile('narrower than the set') },
  ];

  it('is the own one, else the global one with the fewest x', () => {
    expect(effectiveProfile(disId, profile('own'), rows)).toEqual(profile('own'));
    expect(effectiveProfile(disId, undefined, rows)).toEqual(profile('car line'));
    expect(effectiveProfile('ZZZZA5xxxxxxxxxx', undefined, rows)).toEqual(profile('any'));
    expect(effectiveProfile(disId, undefined, [])).toBeUndefined();
  });

  it('gives a resolution its angles', () => {
    expect(resolutionAngles(viewport, HD)).toEqual(['001', '002']);
    expect(resolutionAngles(viewport, thumb)).toEqual(['001']);
  });
});

describe('a view', () => {
  it('needs an angle, a resolution and a picture', () => {
    expect(isViewValid(viewport, true)).toBe(true);
    expect(isViewValid(viewport, false)).toBe(false);
    expect(isViewValid({ ...viewport, angles: [] }, true)).toBe(false);
    expect(isViewValid({ ...viewport, resolutions: [] }, true)).toBe(false);
    expect(isViewValid(undefined, true)).toBe(false);
  });
});
