/**
 * Whether an element has ever been near the window: what is far away is not worth asking for yet.
 *
 *   useNear
 */
import { type RefCallback, useCallback, useState } from 'react';

/** distance outside the window that counts as near */
const MARGIN = '400px';

/** @returns `watch`: the ref of the element; `near`: it has been near the window, and stays true */
export function useNear(): { readonly near: boolean; readonly watch: RefCallback<HTMLElement> } {
  const [near, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { near, watch };
}
