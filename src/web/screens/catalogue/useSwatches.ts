/**
 * Small pictures of features, where the area has static pictures of them.
 *
 *   useSwatches
 */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { withSession } from '../../api/otherHost.ts';
import { addressOf } from '../../app/environment.ts';
import type { Swatches } from '../../ui/treeFamilies.ts';
import type { TestSet } from './useTestSet.ts';

const CALLS = '/api/v2/';

/** @returns undefined until they are known; the tree works without them, so a failure is not reported */
export function useSwatches({ area, version }: Pick<TestSet, 'area' | 'version'>): Swatches | undefined {
  const images = useQuery({
    queryKey: ['swatches', area, version],
    queryFn: ({ signal }) => api(area).optionImageInfo({ query: { versionWildcard: version }, signal }),
    select: (found): Swatches =>
      new Map(
        found.map(({ imageName, url }) => {
          // With the address at which this browser reaches the area, which may differ from the one that the server knows.
          const src = `${addressOf(area)}${url.slice(url.indexOf(CALLS))}?size=thumb`;
          return [imageName, { src, ...withSession(src) }];
        }),
      ),
    retry: false,
  });
  return images.data;
}
