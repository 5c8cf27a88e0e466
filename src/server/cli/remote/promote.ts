/**
 * `lacquer promote`: promotes sets or static packs with one request, and waits until each is promoted or refused.
 *
 *   promote
 */
import { randomUUID } from 'node:crypto';
import { AREA_NAMES, type Area, type BulkPromotionDetails } from '../../../contract/index.ts';
import { EXIT } from '../../start.ts';
import { connect } from './connection.ts';
import { openProgressLine } from './progressLine.ts';

export interface PromoteOptions {
  url?: string;
  to: Area;
  from?: Area;
  metadata?: true;
  static?: true;
  note?: string;
  wait?: true;
  json?: true;
}

/** Static packs go from Embargo to both areas; sets go to Prod from Pre-Prod. */
const sourceFor = ({ to, static: isStatic }: PromoteOptions): Area =>
  to === 'prod' && !isStatic ? 'preprod' : 'embargo';

const textOf = ({ key, state, reason }: BulkPromotionDetails['items'][number], target: Area): string => {
  if (state === 'promoted') return `${key} is promoted to ${AREA_NAMES[target]}.`;
  if (state === 'waiting') return `${key} waits to be promoted to ${AREA_NAMES[target]}.`;
  return `${key} was ${state}: ${reason ?? ''}`;
};

/**
 * @returns the exit code
 * @throws NotConnected; ApiFailure if the request is refused as a whole
 */
export async function promote(keys: readonly string[], options: PromoteOptions, signal: AbortSignal): Promise<number> {
  const { client, patiently } = await connect(options.url, signal);
  const { to: target, from: source = sourceFor(options), note } = options;
  const body = {
    kind: options.static ? ('static' as const) : ('dis' as const),
    keys: [...keys],
    source,
    target,
    what: options.metadata ? ('metadata' as const) : ('all' as const),
    ...(note !== undefined && { note }),
  };
  const key = randomUUID();
  const { jobId } = await patiently((stop) => client.promoteMany({ body, key, signal: stop }));
  const look = () => patiently((stop) => client.bulkPromotion({ params: { jobId }, signal: stop }));
  const line = openProgressLine();
  let job = await look();
  let after: string | undefined;
  while (options.wait && job.state !== 'COMPLETED' && job.state !== 'FAILED') {
    const { total, promoted, refused, stopped, failure } = job;
    line.show(() => `${promoted + refused + stopped} of ${total} done${failure === null ? '' : `; waits: ${failure}`}`);
    after = (await patiently((stop) => client.job({ params: { jobId }, query: { after }, signal: stop }))).cursor;
    job = await look();
  }
  line.clear();
  if (options.json) console.log(JSON.stringify(job, null, 2));
  else for (const item of job.items) console.log(textOf(item, target));
  if (!options.wait) return 0;
  return job.items.every(({ state }) => state === 'promoted') ? 0 : EXIT.failed;
}
