import { useEffect, useRef } from 'react';
import { SCAN_OVER_MS, ScannedKeys } from './scanned-keys.ts';

interface Scans {
  onScan: (code: string) => void;
  /** A piece of a code came, and not the rest of it. */
  onTorn: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);

/** Hears a scanner that works as a keyboard, wherever the person has touched last; fields keep what is typed into them. */
export function useScanner(factoryCode: string, scans: Scans): void {
  const latest = useRef(scans);
  latest.current = scans;
  useEffect(() => {
    const keys = new ScannedKeys(factoryCode);
    let over: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      // When the key was pressed, not when a busy page comes to it.
      const at = event.timeStamp;
      if (event.key === 'Enter' || event.key === 'Tab') {
        clearTimeout(over);
        const scanned = keys.end(at);
        if (scanned === null) return;
        // The Enter of a scanner must not press the button that happens to have the focus.
        event.preventDefault();
        event.stopPropagation();
        if (scanned === 'torn') latest.current.onTorn();
        else latest.current.onScan(scanned.code);
      } else if (event.key.length === 1) {
        clearTimeout(over);
        keys.take(event.key, at);
        over = setTimeout(() => keys.isBegun && latest.current.onTorn(), SCAN_OVER_MS);
      }
    };
    window.addEventListener('keydown', listen, true);
    return () => {
      clearTimeout(over);
      window.removeEventListener('keydown', listen, true);
    };
  }, [factoryCode]);
}
