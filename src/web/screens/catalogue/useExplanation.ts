/**
 * Why a picture shows what it shows: the explanation of the debug call, and the one before the last choice.
 *
 *   useExplanation
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, type Area, type Explanation, messageOf, urlOf } from '../../../contract/index.ts';
import { fetchAsUser } from '../../api/sending.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';

type PictureQuery = Record<string, string | undefined>;

async function load(area: Area, disId: string, query: PictureQuery, signal: AbortSignal): Promise<Explanation> {
  const url = urlOf(wire.debugImageFromOptions, { params: { id: disId }, query }, addressOf(area));
  const answer = await fetchAsUser(url, { credentials: 'include', headers: { accept: 'application/json' }, signal });
  if (!answer.ok) throw new ApiFailure(answer.status, messageOf(await answer.text(), answer.status), undefined);
  return (await answer.json()) as Explanation;
}

/**
 * @param query undefined: nothing to explain yet
 * @returns `before` is the explanation of the choice before this one, of the same set and version
 */
export function useExplanation(area: Area, disId: string, query: PictureQuery | undefined) {
  const answer = useQuery({
    queryKey: ['explanation', area, disId, query],
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => load(area, disId, query ?? {}, signal),
  });
  const [seen, setSeen] = useState<{ before?: Explanation; now?: Explanation }>({});
  const fresh = answer.isPlaceholderData ? undefined : answer.data;
  if (fresh && fresh !== seen.now) {
    const { now } = seen;
    const comparable = now?.version === fresh.version && now.disId === fresh.disId;
    setSeen({ now: fresh, ...(comparable && { before: now }) });
  }
  return { answer, ...seen };
}
