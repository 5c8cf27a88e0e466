/**
 * Screen state that is kept in the address.
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
 * @returns the search parameters, and a function that changes some of them. It replaces the entry of the browser's history, so
 *   that Back does not undo every typed letter and sorted column
 */
export function useRouteSearch<const Id extends RouteIds<Routes>>(
  route: RouteApi<Id>,
): [SearchOf<Id>, (part: Partial<SearchOf<Id>>) => void] {
  // TypeScript cannot resolve the router's types for a route that is a parameter.
  const search = route.useSearch() as SearchOf<Id>;
  const navigate = route.useNavigate() as Replace<SearchOf<Id>>;
  const change = useCallback(
    (part: Partial<SearchOf<Id>>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return [search, change];
}
