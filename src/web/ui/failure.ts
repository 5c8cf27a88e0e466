/**
 * The texts of failures: one helper for every notice about a call that did not work (section 8 of both specification
 * documents).
 *
 *   failureText         the action phrase and the message: `Could not load versions: …`
 *   prefixedFailure     a prefix, a new line, the message and the HTTP status in brackets
 */
import { ApiFailure } from '../../contract/index.ts';

const messageFrom = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const requestIdOf = (error: unknown): string => {
  const body = error instanceof ApiFailure ? (error.body as { requestId?: string } | undefined) : undefined;
  return body?.requestId === undefined ? '' : `\nRequest ${body.requestId}`;
};

/** @param action a phrase such as `load versions` */
export const failureText = (action: string, error: unknown): string =>
  `Could not ${action}: ${messageFrom(error)}${requestIdOf(error)}`;

export const prefixedFailure = (prefix: string, error: unknown): string => {
  const status = error instanceof ApiFailure ? error.status : 0;
  return `${prefix}\n${messageFrom(error)} (${status})${requestIdOf(error)}`;
};
