/** A value that follows another one once that has not changed for a while. */
import { useEffect, useState } from 'react';

/** @param wait how long the value must not change, milliseconds */
export function useDebounced<T>(value: T, wait: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
