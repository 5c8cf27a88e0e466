/**
 * Where Back goes on the test screens. Not every click through options is a step: a step begins with the first choice
 * after a pause, or with a choice of another kind.
 *
 *   useStepSearch    a screen's search, with steps
 */
import { useMemo, useRef } from 'react';
import { isFeatureId } from '../../../engine/codes.ts';
import { useSearchDraft } from '../../ui/useDraft.ts';

const PAUSE_MS = 5000;
/** Changing how something is shown or filtered is never a step. */
const NO_STEP = new Set(['find', 'keep', 'at', 'threshold', 'view']);

/** Without whatever is no option code: the calls would refuse all of the others with it. */
const withoutDamage = <S extends { options?: string[] | undefined }>(search: S): S =>
  search.options?.every(isFeatureId) === false ? { ...search, options: search.options.filter(isFeatureId) } : search;

/**
 * @param search   as the address has it
 * @param navigate writes it to the address
 */
export function useStepSearch<S extends { options?: string[] | undefined }>(
  search: S,
  navigate: (options: { search: S; replace: boolean }) => unknown,
) {
  const last = useRef({ kind: '', at: 0 });
  const usable = useMemo(() => withoutDamage(search), [search]);
  return useSearchDraft<S>(usable, (next, part) => {
    const names = Object.keys(part);
    const kind = names.join();
    const quick = kind === last.current.kind && Date.now() - last.current.at < PAUSE_MS;
    const isStep = !quick && !names.every((name) => NO_STEP.has(name));
    if (isStep || quick) last.current = { kind, at: Date.now() };
    void navigate({ search: next, replace: !isStep });
  });
}
