import { useEffect, useState } from 'react';

/**
 * Returns the given text with a delay. A new text is returned only after it has stayed unchanged for some
 * time.
 * @param milliseconds how long the text must stay unchanged
 */
export function useDebouncedText(text: string, milliseconds: number): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debouncedText;
}
