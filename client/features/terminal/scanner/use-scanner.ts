import { useEffect, useRef } from 'react';
import { SCAN_OVER_MS, ScannedKeys } from './scanned-keys.ts';

interface Scans {
  onScan: (code: string) => void;
  /** Called if a scan stops before its end. */
  onTorn: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);

/** Listens to a keyboard scanner anywhere on the page; text typed into fields stays in the fields. */
export function useScanner(factoryCode: string, scans: Scans): void {
  const latest = useRef(scans);
  latest.current = scans;
  useEffect(() => {
    const keys = new ScannedKeys(factoryCode);
    let over: ReturnType<typeof setTimeout> | undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      // Uses the time of the key press, not the time at which a busy page handles it.
      const at = event.timeStamp;
      if (event.key === 'Enter' || event.key === 'Tab') {
        clearTimeout(over);
        const scanned = keys.end(at);
        if (scanned === null) return;
        // The scanner's Enter key must not press the focused button.
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
