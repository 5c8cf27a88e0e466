/**
 * Texts of Users: accounts and API tokens (beyond the specification).
 *
 *   usersTexts
 */
export const usersTexts = {
  title: 'Users',
  views: 'What to see',
  accounts: 'Accounts',
  tokens: 'API tokens',

  roles: { ROLE_ADMIN: 'Admin', ROLE_TEST_EMBARGO: 'Test Embargo', ROLE_TEST: 'Test', ROLE_UPLOAD: 'Upload' },
  sources: { local: 'here', oidc: 'OpenID Connect', proxy: 'proxy' },
  enabled: 'enabled',
  disabled: 'disabled',

  userTable: {
    label: 'Users',
    filter: 'Filter users',
    empty: 'There are no users.',
    user: 'User',
    roles: 'Roles',
    source: 'Signs in',
    state: 'State',
    lastSeen: 'Last seen',
    sessions: 'Sessions',
    change: 'Change',
    changeUser: (username: string) => `Change ${username}`,
  },
  menu: {
    roles: 'Roles',
    password: 'Reset password',
    passwordElsewhere: 'The password is managed elsewhere.',
    sessions: 'End sessions',
    noSessions: 'There are no sessions or tokens.',
    enable: 'Enable',
    disable: 'Disable',
  },

  add: {
    title: 'Add a user',
    confirm: 'Add',
    action: (username: string) => `add ${username}`,
    done: (username: string) => `${username} added.`,
    username: 'User name',
    usernameMissing: 'Type a user name.',
  },
  rolesDialog: {
    title: (username: string) => `Roles of ${username}`,
    confirm: 'Save',
    action: (username: string) => `change the roles of ${username}`,
    note: (username: string) => `Takes effect immediately, even where ${username} is signed in.`,
    boxes: 'Roles',
  },
  password: {
    title: (username: string) => `Reset the password of ${username}`,
    confirm: 'Reset password',
    action: (username: string) => `reset the password of ${username}`,
    done: (username: string) => `Password of ${username} reset.`,
    note: (username: string) => `The old password stops working, and all sessions and API tokens of ${username} end.`,
    generate: 'Generate a password (shown once)',
    password: 'New password',
    length: 'At least 12 characters',
    missing: 'Type a password.',
    secret: (username: string) => `Password of ${username}`,
  },
  simple: {
    disable: {
      confirm: 'Disable',
      note: 'Sessions and API tokens stop working immediately. Nothing is deleted.',
      action: (username: string) => `disable ${username}`,
    },
    enable: {
      confirm: 'Enable',
      note: 'Signing in and API tokens work again.',
      action: (username: string) => `enable ${username}`,
    },
    sessions: {
      confirm: 'End sessions',
      note: 'Whoever is signed in with this account has to sign in again, and its API tokens are revoked permanently.',
      action: (username: string) => `end the sessions of ${username}`,
    },
    title: (action: string, username: string) => `${action}: ${username}`,
    sessionsEnded: (username: string, sessions: number, tokens: number) =>
      `Sessions of ${username} ended: ${sessions}. API tokens revoked: ${tokens}.`,
  },

  /** the scopes of API tokens */
  scopes: {
    admin: 'Everything its user may do',
    deliver: 'Deliver packs',
    'read:embargo': 'See Embargo',
    'read:preprod': 'See Pre-Prod',
    'read:prod': 'See Prod',
    'promote:embargo': 'Roll back Embargo',
    'promote:preprod': 'Promote to Pre-Prod',
    'promote:prod': 'Promote to Prod',
    metrics: 'Read metrics',
  },

  tokenTable: {
    label: 'API tokens',
    filter: 'Filter API tokens',
    empty: 'There are no API tokens. Scripts that upload or request pictures need one.',
    user: 'User',
    name: 'Name',
    created: 'Created',
    lastUsed: 'Last used',
    scopes: 'May do',
    expires: 'Expires',
    never: 'never',
    revoke: 'Revoke',
  },
  revoke: {
    title: (name: string) => `Revoke: ${name}`,
    confirm: 'Revoke',
    action: (name: string) => `revoke ${name}`,
    note: (username: string) => `Calls with this token of ${username} are refused immediately and permanently.`,
  },
  createToken: {
    title: 'Create API token',
    confirm: 'Create',
    action: (name: string) => `create the API token ${name}`,
    note: 'A token can do no more than its user, for as long as the user can do it.',
    scopes: 'What the token may do',
    scopesMissing: 'Choose what the token may do.',
    idle: (username: string, scopes: string) =>
      `${username} has no role for: ${scopes}. The token cannot do that either.`,
    user: 'User',
    userMissing: 'Choose a user.',
    name: 'Name',
    nameHelp: 'What it is for',
    nameMissing: 'Type a name for the token.',
    expires: 'Expires',
    /** by days; 0: never */
    lifetimes: { 30: '30 days', 90: '90 days', 365: 'one year', 0: 'never' },
    secret: (name: string, username: string) => `API token ${name} of ${username}`,
  },
  secret: {
    note: 'This is shown only once. Copy it now and pass it on securely.',
    label: 'Secret',
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'This browser copies on https pages only. Copy it by hand.',
    close: 'Done',
  },
};
