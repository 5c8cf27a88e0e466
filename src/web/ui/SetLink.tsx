/**
 * The only link from the id of a set to its page (/sets/…): every id on a screen is in one of these.
 *
 *   SetLink   an id
 *   SetText   a text, with the ids in it as links
 *   setIdIn   the set that a text names
 */
import MuiLink from '@mui/material/Link';
import { createLink, useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SET_ID } from '../../engine/lcdv.ts';

const Link = createLink(MuiLink);

/** In a sentence, 16 capitals and digits may also be a version. */
const isPattern = (id: string) => id.includes('x');

/** @returns undefined if the text names no set or several */
export function setIdIn(text: string): string | undefined {
  const [only, ...others] = new Set((text.match(SET_ID) ?? []).filter(isPattern));
  return others.length === 0 ? only : undefined;
}

function LinkInRouter({ disId }: { disId: string }) {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === `/sets/${disId}` });
  if (isHere) return disId;
  return (
    <Link to="/sets/$disId" params={{ disId }} underline="hover" color="inherit">
      {disId}
    </Link>
  );
}

/** On the set's own page and outside the router, only the id without a link. */
export function SetLink({ disId }: { disId: string }) {
  return useRouter({ warn: false }) ? <LinkInRouter disId={disId} /> : disId;
}

export function SetText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: id, index } of text.matchAll(SET_ID)) {
    if (!isPattern(id)) continue;
    parts.push(text.slice(end, index), <SetLink key={index} disId={id} />);
    end = index + id.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
