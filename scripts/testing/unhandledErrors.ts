/**
 * Vitest's JSON report, with the errors that no test caught as failures of their files. Vitest fails a run for them but leaves
 * them out of the report, so that nobody would know what to look at, and all files would be run again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { JsonReporter, type TestModule } from 'vitest/node';

type Unhandled = { readonly message?: string; readonly [field: string]: unknown };

export default class extends JsonReporter {
  constructor() {
    super({});
  }
  override async onTestRunEnd(modules: readonly TestModule[], errors: readonly Unhandled[] = []): Promise<void> {
    await super.onTestRunEnd(modules);
    const { outputFile } = this.ctx.config;
    const path = typeof outputFile === 'string' ? outputFile : outputFile?.['json'];
    const found = errors.flatMap(({ VITEST_TEST_PATH: name, message }) =>
      typeof name === 'string' ? [{ name, status: 'failed', message, assertionResults: [] }] : [],
    );
    if (path === undefined || found.length === 0) return;
    const report = JSON.parse(readFileSync(path, 'utf8')) as { testResults: unknown[] };
    writeFileSync(path, JSON.stringify({ ...report, testResults: [...report.testResults, ...found] }));
  }
}
