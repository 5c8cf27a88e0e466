/**
 * Traces of this process, where the operator names a receiver of OpenTelemetry.
 *
 *   startTraces     before anything else is opened. @throws SettingsError
 *   traceSettings   what the variables say; undefined: no traces. @throws SettingsError
 */
import { appVersion } from './administration/buildInfo.ts';
import { SettingsError } from './config.ts';
import { openFailureLog, openLog } from './platform/log.ts';
import { SAMPLER_NAMES, type SamplerName, setTracing } from './platform/tracing.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const RECEIVERS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;

export function traceSettings(
  environment: Environment,
): { url: string; service: string | undefined; sampler: SamplerName; ratio: number } | undefined {
  // An empty variable is an absent one.
  const valueIn = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const given = RECEIVERS.filter((name) => valueIn(name) !== undefined);
  if (given.length === 0 || valueIn('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const [first = ''] = given;
  const address = valueIn(first) ?? '';
  // The general address is what `v1/traces` is below.
  const url = first === RECEIVERS[0] ? address : `${address.replace(/\/$/, '')}/v1/traces`;
  const sampler = valueIn('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const ratio = Number(valueIn('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  const problems = [
    ...given
      .filter((name) => !['http:', 'https:'].includes(URL.parse(valueIn(name) ?? '')?.protocol ?? ''))
      .map((name) => `${name}: an address such as http://127.0.0.1:4318`),
    ...PROTOCOLS.filter((name) => !['http/json', 'http/protobuf', undefined].includes(valueIn(name))).map(
      (name) => `${name}: http/json; receivers take it where they take http/protobuf, on port 4318`,
    ),
    ...(SAMPLER_NAMES.some((name) => name === sampler)
      ? []
      : [`OTEL_TRACES_SAMPLER: one of ${SAMPLER_NAMES.join(', ')}`]),
    ...(ratio >= 0 && ratio <= 1 ? [] : ['OTEL_TRACES_SAMPLER_ARG: a number from 0 to 1']),
  ];
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return { url, service: valueIn('OTEL_SERVICE_NAME'), sampler: sampler as SamplerName, ratio };
}

/** @param logLevel of the process's log, which is told when the receiver does not answer */
export async function startTraces(environment: Environment, service: string, logLevel: string): Promise<void> {
  const settings = traceSettings(environment);
  if (!settings) return;
  // Loaded only where it is used: it takes 26 MiB of memory.
  const { openTelemetry } = await import('./platform/openTelemetry.ts');
  const sending = openFailureLog(openLog(logLevel), 'Sending traces');
  setTracing(openTelemetry({ ...settings, service: settings.service ?? service, version: appVersion, sending }));
}
