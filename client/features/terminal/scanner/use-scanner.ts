import { useEffect, useRef } from 'react';
import { SCAN_END_PAUSE_MS, ScanDetector } from './scan-detector.ts';

interface ScanHandlers {
  onScan: (code: string) => void;
  /** Called if a scan stops before its end. */
  onTorn: () => void;
}

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);

/**
 * Listens on the whole page to a scanner that sends key presses. Ignores the keys that are typed
 * into inputs.
 */
export function useScanner(factoryCode: string, handlers: ScanHandlers): void {
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;
  useEffect(() => {
    const detector = new ScanDetector(factoryCode);
    let endTimer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTextInput(event.target)) return;
      // The event has the time of the key press. A busy page may handle the event later.
      const at = event.timeStamp;
      if (event.key === 'Enter' || event.key === 'Tab') {
        clearTimeout(endTimer);
        const result = detector.endScan(at);
        if (result === null) return;
        // The scanner's Enter key must not press the focused button.
        event.preventDefault();
        event.stopPropagation();
        if (result === 'torn') latestHandlers.current.onTorn();
        else latestHandlers.current.onScan(result.code);
      } else if (event.key.length === 1) {
        clearTimeout(endTimer);
        detector.addKey(event.key, at);
        endTimer = setTimeout(
          () => detector.hasIncompleteScan && latestHandlers.current.onTorn(),
          SCAN_END_PAUSE_MS,
        );
      }
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      clearTimeout(endTimer);
      window.removeEventListener('keydown', onKeyDown, true);
    };
  }, [factoryCode]);
}
