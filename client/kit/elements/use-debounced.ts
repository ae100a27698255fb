import { useEffect, useState } from 'react';

/**
 * What was typed, once nobody has typed for a moment.
 * @param milliseconds how long that is
 */
export function useDebounced(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
