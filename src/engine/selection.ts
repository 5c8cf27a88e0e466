/**
 * What a call chose, and why a part of it does not stand.
 *
 *   Selection, SelectionProblem
 *   undeclared, replaced, notOffered     the problems, with their messages
 */
import { isFeatureId } from './codes.ts';

export interface SelectionProblem {
  readonly id: string;
  readonly reason: 'malformed' | 'unknown' | 'replaced' | 'notOffered';
  readonly message: string;
}

export interface Selection {
  /** at most one of each family, in file order */
  readonly features: readonly string[];
  readonly problems: readonly SelectionProblem[];
}

/** The problem of an id that the set does not declare: no feature id at all, or one of another set. */
export function undeclared(id: string): SelectionProblem {
  return isFeatureId(id)
    ? { id, reason: 'unknown', message: `The set declares no feature ${id}.` }
    : { id, reason: 'malformed', message: `'${id}' is no feature id: 3 to 16 characters of A-Z and 0-9.` };
}

export function replaced(id: string, by: string): SelectionProblem {
  return { id, reason: 'replaced', message: `${id} was replaced by ${by} of the same family.` };
}

export function notOffered(id: string, version: string): SelectionProblem {
  return { id, reason: 'notOffered', message: `${id} is not offered for ${version} with the other chosen features.` };
}
