/**
 * Texts of failed loads and of the stack of notices. Part of the first load.
 *
 *   ACTIONS, Action   what follows "Could not": from section 8 of both specification documents, and our own
 *   noticeTexts       of the stack of notices, and of each failure
 */
import { formatNumber } from '../ui/numbers.ts';

export const ACTIONS = {
  // of the administration document
  'get credentials': 'get credentials',
  'get version': 'get version',
  'load log lines': 'load log lines',
  'load global configs': 'load global configs',
  'load file elements': 'load file elements',
  'load dis idss': 'load dis idss',
  'load asset profiles': 'load asset profiles',
  // of the testing and promotion document
  'fetch features': 'fetch features',
  'fetch standard options': 'fetch standard options',
  'get features': 'get features',
  'load target names': 'load target names',
  'load versions': 'load versions',
  'load available views': 'load available views',
  'load resolutions': 'load resolutions',
  'load preselected layers': 'load preselected layers',
  'load layers': 'load layers',
  'load image': 'load image',
  'load mapping': 'load mapping',
  'load status': 'load status',
  'get status': 'get status',
  'get static file info': 'get static file info',
  'load static file info': 'load static file info',
  // ours
  'load packs': 'load packs',
  'load the quality report': 'load the quality report',
  'load users': 'load users',
  'load API tokens': 'load API tokens',
  'load the storage': 'load the storage',
} as const;
export type Action = keyof typeof ACTIONS;

export const noticeTexts = {
  otherUser: (username: string, previousUser: string) =>
    `You are now signed in as ${username}. This page belonged to ${previousUser} and was reloaded.`,
  /** @param action a phrase such as `load versions` */
  couldNot: (action: string, reason: string) => `Could not ${action}: ${reason}`,
  request: 'Request',
  copyRequest: 'Copy the request id',
  copied: 'Copied',
  region: 'Notices',
  dismiss: 'Dismiss',
  dismissAll: 'Dismiss all',
  /** @param count errors beyond those that fit */
  waiting: (count: number) => `${formatNumber(count)} more below these`,
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  showNewest: 'Show the newest only',
  /** of the one set that a notice names */
  showSet: 'Show the set',
} as const;
