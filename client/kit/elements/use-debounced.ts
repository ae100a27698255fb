import { useEffect, useState } from 'react';

/**
 * Returns a text with a delay: a new text is returned when it has not changed for some time.
 * @param milliseconds how long the text must stay unchanged
 */
export function useDebouncedText(text: string, milliseconds: number): string {
  const [debounced, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debounced;
}
