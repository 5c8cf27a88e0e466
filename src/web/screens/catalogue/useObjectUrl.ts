import { useEffect, useState } from 'react';

/** An address for bytes, given back when they change. */
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
