/**
 * Which of the features that a call names are valid together, and why the others were dropped.
 *
 *   Selection, SelectionProblem
 *   undeclaredProblem, replacedProblem, notOfferedProblem   the problems, with their messages
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

/** The id is malformed, or the set does not declare it. */
export function undeclaredProblem(id: string): SelectionProblem {
  return isFeatureId(id)
    ? { id, reason: 'unknown', message: `The set declares no feature ${id}.` }
    : { id, reason: 'malformed', message: `'${id}' is no feature id: 3 to 16 characters of A-Z and 0-9.` };
}

export function replacedProblem(id: string, by: string): SelectionProblem {
  return { id, reason: 'replaced', message: `${id} was replaced by ${by} of the same family.` };
}

export function notOfferedProblem(id: string, version: string): SelectionProblem {
  return { id, reason: 'notOffered', message: `${id} is not offered for ${version} with the other chosen features.` };
}
