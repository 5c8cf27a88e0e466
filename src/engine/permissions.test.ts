import { describe, expect, it } from 'vitest';
import { cutPermissions, permissionsOf, visibleAreas } from './permissions.ts';

describe('permissions', () => {
  it('follow the roles: admin implies embargo and test, embargo implies test, upload stands alone', () => {
    const none = { admin: false, upload: false, test: false, embargo: false };
    expect(permissionsOf([])).toEqual(none);
    expect(permissionsOf(['ROLE_ADMIN'])).toEqual({ admin: true, upload: false, test: true, embargo: true });
    expect(permissionsOf(['ROLE_TEST_EMBARGO'])).toEqual({ ...none, test: true, embargo: true });
    expect(permissionsOf(['ROLE_TEST'])).toEqual({ ...none, test: true });
    expect(permissionsOf(['ROLE_UPLOAD'])).toEqual({ ...none, upload: true });
  });

  it('open areas: embargo permission all three, test permission two, nothing else any', () => {
    expect(visibleAreas(permissionsOf(['ROLE_TEST_EMBARGO']))).toEqual(['embargo', 'preprod', 'prod']);
    expect(visibleAreas(permissionsOf(['ROLE_TEST']))).toEqual(['preprod', 'prod']);
    expect(visibleAreas(permissionsOf(['ROLE_UPLOAD']))).toEqual([]);
  });

  it('of a token are cut to its scopes: who may upload or administrate may deliver and promote', () => {
    const none = { admin: false, upload: false, test: false, embargo: false, areas: [] };
    for (const scope of ['deliver', 'promote:prod'] as const) {
      expect(cutPermissions(permissionsOf(['ROLE_UPLOAD']), [scope])).toEqual({ ...none, upload: true });
      expect(cutPermissions(permissionsOf(['ROLE_ADMIN']), [scope])).toEqual({ ...none, upload: true });
      expect(cutPermissions(permissionsOf(['ROLE_TEST']), [scope])).toEqual(none);
    }
    expect(cutPermissions(permissionsOf(['ROLE_ADMIN']), ['read:prod'])).toEqual({
      ...none,
      test: true,
      areas: ['prod'],
    });
  });
});
