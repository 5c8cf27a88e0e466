import { useEffect, useState } from 'react';

/** An object URL for a blob, revoked when the blob changes. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const fresh = URL.createObjectURL(blob);
    setUrl(fresh);
    return () => URL.revokeObjectURL(fresh);
  }, [blob]);
  return url;
}
