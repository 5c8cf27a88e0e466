/**
 * What a screen keeps in its address.
 *
 *   useRouteSearch
 */
import type { RegisteredRouter, RouteApi, RouteById, RouteIds } from '@tanstack/react-router';
import { useCallback } from 'react';

type Routes = RegisteredRouter['routeTree'];
type SearchOf<Id extends RouteIds<Routes>> = RouteById<Routes, Id>['types']['fullSearchSchema'];
type Replace<S> = (options: { search: (before: S) => S; replace: true }) => Promise<void>;

/**
 * @param route as `getRouteApi` gives it
 * @returns what the address holds, and what changes parts of it. A change replaces the entry in the browser's history: a
 *   letter typed or a column sorted is not a step for Back to undo
 */
export function useRouteSearch<const Id extends RouteIds<Routes>>(
  route: RouteApi<Id>,
): [SearchOf<Id>, (part: Partial<SearchOf<Id>>) => void] {
  // The router's own types cannot be followed for a route that is a parameter.
  const search = route.useSearch() as SearchOf<Id>;
  const navigate = route.useNavigate() as Replace<SearchOf<Id>>;
  const change = useCallback(
    (part: Partial<SearchOf<Id>>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return [search, change];
}
