/** Without a receiver, traces cost nothing: no library is loaded, no request has a hook or a promise more. */
import { spawnSync } from 'node:child_process';
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { traceRequests } from './platform/http/requestTraces.ts';
import { beginSpan, traceParent, withSpan } from './platform/tracing.ts';

const here = (file: string) => new URL(file, import.meta.url).href;

/** @returns the modules of OpenTelemetry that a process looks for when it starts traces */
function loadedWith(receiver: string): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (/opentelemetry/i.test(name)) console.log(name);
      return next(name, context);
    } });
    const { startTraces } = await import('${here('traces.ts')}');
    await startTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: '${receiver}' }, 'lacquer', 'silent');
    process.exit();`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter(Boolean);
}

it('the library is loaded only where there is a receiver', () => {
  expect(loadedWith('')).toEqual([]);
  expect(loadedWith('http://127.0.0.1:4318')).toContain('./platform/openTelemetry.ts');
});

it('requests have no hooks, and steps are the work itself', () => {
  const addHook = vi.fn();
  traceRequests({ addHook } as unknown as FastifyInstance);
  expect(addHook).not.toHaveBeenCalled();
  expect([beginSpan('call', {}), traceParent()]).toEqual([undefined, undefined]);
  const work = Promise.resolve(1);
  expect(withSpan('step', {}, () => work)).toBe(work);
});
