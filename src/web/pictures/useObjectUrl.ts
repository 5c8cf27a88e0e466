import { useLayoutEffect, useState } from 'react';
import { takeReady } from './readyPictures.ts';

/** An object URL for a blob, revoked when the blob changes. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ url: string; image: HTMLImageElement | undefined }>();
  // Before the browser paints: otherwise the frame in between is painted for nothing, with the old picture.
  useLayoutEffect(() => {
    if (!blob) return setShown(undefined);
    const image = takeReady(blob);
    const url = image?.src ?? URL.createObjectURL(blob);
    // The decoded image is kept with its address, so that the browser does not load and decode it again.
    setShown({ url, image });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return shown?.url;
}
