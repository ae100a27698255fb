import { useEffect, useState } from 'react';

/**
 * Returns a text after it has not changed for some time.
 * @param milliseconds that time
 */
export function useDebounced(text: string, milliseconds: number): string {
  const [debounced, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debounced;
}
