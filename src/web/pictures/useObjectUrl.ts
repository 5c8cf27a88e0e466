import { useLayoutEffect, useState } from 'react';

/** An object URL for a blob, revoked when the blob changes. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  // Before the browser paints: otherwise the frame in between is painted for nothing, with the old picture.
  useLayoutEffect(() => {
    if (!blob) return setUrl(undefined);
    const fresh = URL.createObjectURL(blob);
    setUrl(fresh);
    return () => URL.revokeObjectURL(fresh);
  }, [blob]);
  return url;
}
