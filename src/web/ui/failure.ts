/**
 * The texts of failed calls, for all notices and messages (section 8 of both specification documents).
 *
 *   failureText         the action phrase and the message: `Could not load versions: …`
 *   prefixedFailure     a prefix, a new line, the message and, where a server answered, the HTTP status in brackets
 *   detailOf            the message alone, for what is shown in place of rows or pictures
 *   Failure, failureOf  a query's failure and a way to try again, for tables
 *   splitFailure        what could not be done, and why
 *   failuresTogether    for several calls that failed for the same reason
 *   splitRequest        a text, and the request id in it, which can be copied
 */
import { ApiFailure } from '../../contract/index.ts';
import { noticeTexts } from '../texts/failures.ts';

const messageFrom = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const requestIdOf = (error: unknown): string => {
  const body = error instanceof ApiFailure ? (error.body as { requestId?: string } | undefined) : undefined;
  return body?.requestId === undefined ? '' : `\n${noticeTexts.request} ${body.requestId}`;
};

export const detailOf = (error: unknown): string => `${messageFrom(error)}${requestIdOf(error)}`;

export interface Failure {
  text: string;
  retry: () => void;
}

export const failureOf = (query: { error: unknown; refetch: () => unknown }): Failure | undefined =>
  query.error ? { text: detailOf(query.error), retry: () => void query.refetch() } : undefined;

export function splitRequest(text: string): { words: string; requestId: string | undefined } {
  const mark = `\n${noticeTexts.request} `;
  const at = text.indexOf(mark);
  const rest = at < 0 ? '' : text.slice(at + mark.length);
  const [requestId = ''] = rest.split(/\s/, 1);
  return requestId === ''
    ? { words: text, requestId: undefined }
    : { words: `${text.slice(0, at)}${rest.slice(requestId.length)}`, requestId };
}

export const failureText = (action: string, error: unknown): string =>
  `${noticeTexts.couldNot(action, messageFrom(error))}${requestIdOf(error)}`;

export const prefixedFailure = (prefix: string, error: unknown): string => {
  const status = error instanceof ApiFailure ? error.status : 0;
  return `${prefix}\n${messageFrom(error)}${status === 0 ? '' : ` (${status})`}${requestIdOf(error)}`;
};

/** @param text of one of the functions above */
export function splitFailure(text: string, error: unknown): { head: string; reason: string; request: string } {
  const request = requestIdOf(error);
  const whole = text.slice(0, text.length - request.length);
  const at = whole.indexOf(messageFrom(error));
  return { head: whole.slice(0, at).trimEnd().replace(/:$/, ''), reason: whole.slice(at), request };
}

/** @param heads what could not be done, each without the reason */
export const failuresTogether = (heads: readonly string[], reason: string): string =>
  [...new Set(heads), reason].join('\n');
