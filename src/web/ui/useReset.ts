/**
 * A press on Reset. What is half typed, or not in the address yet, does not change with the address, so its fields begin again.
 *
 *   useReset
 */
import { useState } from 'react';

/**
 * @param reset empties the search in the address
 * @returns a key of the fields, another one after each press; and what the press calls
 */
export function useReset(reset: () => void): { fieldsKey: number; onReset: () => void } {
  const [presses, setPresses] = useState(0);
  const onReset = () => {
    setPresses(presses + 1);
    reset();
  };
  return { fieldsKey: presses, onReset };
}
