/** The accounts of the demo, one for each role. The passwords are public: only `npm run demo` creates these accounts. */
export const accounts = [
  { username: 'admin', password: 'demo-admin-2026', roles: ['ROLE_ADMIN'] },
  { username: 'uploader', password: 'demo-uploader-2026', roles: ['ROLE_UPLOAD'] },
  { username: 'tester', password: 'demo-tester-2026', roles: ['ROLE_TEST'] },
  { username: 'embargo', password: 'demo-embargo-2026', roles: ['ROLE_TEST_EMBARGO'] },
] as const;
