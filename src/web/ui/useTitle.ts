/** The title of the browser's tab, for users with many tabs. */
import { useEffect } from 'react';

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Lacquer' : `${title} · Lacquer`;
  }, [title]);
}
