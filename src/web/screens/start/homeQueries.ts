/** What the blocks of the home screen ask the server. */
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';

export const TROUBLE = {
  queryKey: ['home', 'trouble'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().homeTrouble({ signal }),
};
export const PACKS = {
  queryKey: ['home', 'packs'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().homePacks({ signal }),
};
export const PROMOTION = {
  queryKey: ['home', 'promotion'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().homePromotion({ signal }),
};
export const setsOf = (area: Area) => ({
  queryKey: ['home', 'sets', area],
  queryFn: ({ signal }: { signal: AbortSignal }) => api(area).homeSets({ signal }),
});
