import { useEffect, useRef } from 'react';

/** A scanner types faster than anybody: longer pauses begin a new code. */
const PAUSE_MS = 120;
/** Fewer characters are somebody at a keyboard. */
const SHORTEST = 3;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);

/** Hears a scanner that works as a keyboard, wherever the person has touched last; fields keep what is typed into them. */
export function useScanner(onScan: (code: string) => void): void {
  const heard = useRef(onScan);
  heard.current = onScan;
  useEffect(() => {
    let code = '';
    let last = 0;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      // When the key was pressed, not when a busy page comes to it.
      const now = event.timeStamp;
      if (now - last > PAUSE_MS) code = '';
      last = now;
      if (event.key === 'Enter' || event.key === 'Tab') {
        const read = code;
        code = '';
        if (read.length < SHORTEST) return;
        // The Enter of a scanner must not press the button that happens to have the focus.
        event.preventDefault();
        event.stopPropagation();
        heard.current(read);
      } else if (event.key.length === 1) code += event.key;
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
