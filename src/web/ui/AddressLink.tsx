/**
 * Links to an address of the app that is kept as a text, such as that of the screen where files are chosen.
 *
 *   AddressLink
 *   addressLink   what a notice needs to lead there
 */
import Link, { type LinkProps } from '@mui/material/Link';
import { type AnyRouter, useRouter } from '@tanstack/react-router';

/** @param address path and search, without the base path */
export function addressLink(router: AnyRouter, address: string): { href: string; follow: () => void } {
  const href = `${router.basepath.replace(/\/$/, '')}${address}`;
  return { href, follow: () => router.history.push(href) };
}

export function AddressLink({ address, ...props }: Omit<LinkProps, 'href' | 'onClick'> & { address: string }) {
  const { href, follow } = addressLink(useRouter(), address);
  return (
    <Link
      {...props}
      href={href}
      onClick={(event) => {
        // With one of these keys the browser opens the link in another tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        follow();
      }}
    />
  );
}
