/** The tests of one room, on SQLite and a folder, as mutation testing runs them. */

export default {
  test: {
    environment: 'node',
    setupFiles: ['src/server/testing/setUp.ts'],
    include: (process.env['MUTATION_TESTS'] ?? '').split(' '),
    exclude: (process.env['MUTATION_LEFT_OUT'] ?? '').split(' '),
    // Long enough for a busy machine, where one slow test would end the whole run.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A mutant can make a test wait for something that never happens: give up soon.
    expect: { poll: { timeout: 10_000 } },
  },
};
