import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../contract/index.ts';
import { permissionsOf, visibleAreas } from '../../engine/permissions.ts';
import { isActive, MENU, mayOpen, visibleMenu } from './menu.ts';
import { router } from './router.tsx';

const labels = (...roles: Role[]) => visibleMenu(permissionsOf(roles)).map((item) => item.label);

describe('the menu', () => {
  it('shows upload to admins and uploaders, and tests to testers', () => {
    expect(labels('ROLE_ADMIN')).toEqual(expect.arrayContaining(['Upload', 'Test Dynamic']));
    expect(labels('ROLE_UPLOAD')).toContain('Upload');
    expect(labels('ROLE_UPLOAD')).not.toContain('Test Dynamic');
    expect(labels('ROLE_TEST')).toContain('Test Dynamic');
    expect(labels('ROLE_TEST')).not.toContain('Upload');
    expect(labels()).toEqual([]);
  });

  it('marks an entry active by the prefix of the address', () => {
    const tests = MENU.find((item) => item.label === 'Test Dynamic');
    if (!tests) throw new Error('there is no Test Dynamic menu');
    expect(isActive(tests, '/dynamic/validate')).toBe(true);
    expect(isActive(tests, '/dynamic/validate/more')).toBe(true);
    expect(isActive(tests, '/upload')).toBe(false);
  });

  it('leads only to screens that exist', () => {
    const paths = Object.keys(router.routesByPath);
    for (const { to } of MENU.flatMap((item) => item.entries)) expect(paths).toContain(to);
  });

  it('spec 000 §2, §6: each of the 16 combinations of roles sees what any one of its roles sees, and the areas', () => {
    const menus = {
      ROLE_UPLOAD: ['Upload', 'Promote', 'Administration'],
      ROLE_TEST: ['Test Dynamic', 'Test Static'],
      ROLE_TEST_EMBARGO: ['Test Dynamic', 'Test Static'],
      ROLE_ADMIN: MENU.map((item) => item.label),
    } as const;
    for (let bits = 0; bits < 16; bits += 1) {
      const roles = ROLES.filter((_, i) => (bits & (1 << i)) !== 0);
      const wanted = new Set(roles.flatMap((role): readonly string[] => menus[role]));
      expect(labels(...roles), roles.join()).toEqual(MENU.map((item) => item.label).filter((one) => wanted.has(one)));
      const embargo = roles.includes('ROLE_ADMIN') || roles.includes('ROLE_TEST_EMBARGO');
      const test = embargo || roles.includes('ROLE_TEST');
      const areas = [...(embargo ? ['embargo'] : []), ...(test ? ['preprod', 'prod'] : [])];
      expect(visibleAreas(permissionsOf(roles)), roles.join()).toEqual(areas);
    }
  });

  it('A 2, 6: each of the 16 combinations may open the screens of its menu and the start page, and no other', () => {
    for (let bits = 0; bits < 16; bits += 1) {
      const roles = ROLES.filter((_, i) => (bits & (1 << i)) !== 0);
      const can = permissionsOf(roles);
      const own = visibleMenu(can).flatMap((item) => item.entries.map(({ to }) => to));
      for (const { to } of MENU.flatMap((item) => item.entries)) {
        expect(mayOpen(can, to), `${roles.join()} ${to}`).toBe(own.includes(to));
      }
      expect(mayOpen(can, '/start')).toBe(true);
    }
  });
});
