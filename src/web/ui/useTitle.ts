/** Names the screen in the browser's tab, for those who keep many open. */
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Lacquer' : `${title} · Lacquer`;
  }, [title]);
}
