import { useEffect, useState } from 'react';

/**
 * Returns the given text with a delay. A new text is returned only after it has stayed unchanged for some
 * time.
 * @param delayMs how long the text must stay unchanged
 */
export function useDebouncedText(text: string, delayMs: number): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debouncedText;
}
