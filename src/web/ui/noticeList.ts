/**
 * The notices of the page as a list, newest first, and which one a new notice replaces, joins or pushes out.
 *
 *   Notice, NoticeOptions
 *   NOTICE_LIMIT   how many are shown
 *   withNotice     the list with one more
 *   without        the list without the notices about a thing
 *   noticeText     what a notice says
 *   noticeLink     where it leads
 */
import type { AlertColor } from '@mui/material/Alert';
import { SET_ID } from '../../engine/lcdv.ts';
import { basePath } from '../app/basePath.ts';
import { noticeTexts } from '../texts/failures.ts';

interface NoticeLink {
  label: string;
  href: string;
  follow: () => void;
}
export interface NoticeOptions {
  /** what the notice is about: a newer one about the same thing replaces it */
  about?: string | undefined;
  /** link to where the user can act on it; absent: to the page of the set that the text names */
  link?: NoticeLink;
  /** notices of one severity and kind become one */
  group?: {
    kind: string;
    /** this notice's part of the common text */
    name: string;
    /** what the notice says when there are several, oldest first */
    text: (names: readonly string[]) => string;
    /** its link in that case */
    link?: NoticeLink;
  };
}
interface Item {
  text: string;
  options: NoticeOptions;
}
export interface Notice {
  id: number;
  severity: AlertColor;
  /** at least one; several were joined */
  items: readonly Item[];
  /** how often a notice with one item came */
  count: number;
}

export const NOTICE_LIMIT = 7;

export const noticeText = ({ items }: Notice): string => {
  const last = items.at(-1);
  const { group } = last?.options ?? {};
  if (items.length < 2 || !group) return last?.text ?? '';
  return group.text(items.map(({ text, options }) => options.group?.name ?? text));
};

export const noticeLink = (notice: Notice): NoticeLink | undefined => {
  const { items } = notice;
  const { link, group } = items.at(-1)?.options ?? {};
  return (items.length > 1 ? group?.link : link) ?? setLink(noticeText(notice));
};

/** A link to the page of the only set that a text names. */
function setLink(text: string): NoticeLink | undefined {
  const [disId, another] = new Set(text.match(SET_ID)?.filter((id) => id.includes('x')));
  if (disId === undefined || another !== undefined) return undefined;
  const href = `${basePath}/sets/${disId}`;
  // Notices are outside the router, which follows the address.
  return { label: noticeTexts.showSet, href, follow: () => window.history.pushState(null, '', href) };
}

export function without(notices: readonly Notice[], about: string | undefined): readonly Notice[] {
  if (about === undefined || !notices.some(({ items }) => items.some(({ options }) => options.about === about))) {
    return notices;
  }
  return notices.flatMap((notice) => {
    const items = notice.items.filter(({ options }) => options.about !== about);
    return items.length === 0 ? [] : [{ ...notice, items }];
  });
}

/** Errors are never pushed out: those beyond the limit wait until others are dismissed. Of the others, the oldest is removed. */
function dropExcess(notices: readonly Notice[]): readonly Notice[] {
  const [latest, ...others] = notices;
  if (!latest || notices.length <= NOTICE_LIMIT) return notices;
  const dropped = others.findLast(({ severity }) => severity !== 'error');
  return dropped ? [latest, ...others.filter((notice) => notice !== dropped)] : notices;
}

/** @param id of the notice, if it is a new one */
export function withNotice(
  before: readonly Notice[],
  { id, severity, text, options }: Item & Pick<Notice, 'id' | 'severity'>,
): readonly Notice[] {
  const notices = without(before, options.about);
  const alike = notices.filter((notice) => notice.severity === severity);
  const same = alike.find(({ items: [first, ...more] }) => more.length === 0 && first?.text === text);
  if (same) return notices.map((notice) => (notice === same ? { ...same, count: same.count + 1 } : notice));
  const { group } = options;
  const joined = group && alike.find(({ items }) => items.some((item) => item.options.group?.kind === group.kind));
  const item = { text, options };
  return dropExcess(
    joined
      ? [{ ...joined, count: 1, items: [...joined.items, item] }, ...notices.filter((notice) => notice !== joined)]
      : [{ id, severity, items: [item], count: 1 }, ...notices],
  );
}
