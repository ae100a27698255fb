import { useEffect, useRef } from 'react';
import { singleKeyShortcuts } from './single-keys.ts';

interface ShortcutHandlers {
  onOpenPalette: () => void;
  onOpenShortcutSheet: () => void;
}

/** A selector of elements in which keys type text or choose an option. */
const TEXT_INPUT_SELECTOR =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const OVERLAY_SELECTOR = '.bp6-dialog, .palette, .bp6-popover';

/**
 * Focuses the input or clicks the button that declares a key in `aria-keyshortcuts`.
 * @returns whether the page has an enabled element with this key
 */
function activateElement(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (!element || element.matches(':disabled')) return false;
  if (element.matches('input')) element.focus();
  else element.click();
  return true;
}

/**
 * Handles the shortcuts Ctrl+K and "?", and the single keys that elements of the current page declare.
 */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const latestHandlers = useRef(handlers);
  latestHandlers.current = handlers;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const dialog = document.querySelector('.bp6-dialog');
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!dialog) latestHandlers.current.onOpenPalette();
        return;
      }
      const target = event.target as Element | null;
      if (event.ctrlKey || event.metaKey || event.key.length !== 1 || !singleKeyShortcuts.areEnabled())
        return;
      if (target?.closest?.(TEXT_INPUT_SELECTOR) || document.querySelector(OVERLAY_SELECTOR)) return;
      if (event.key === '?') latestHandlers.current.onOpenShortcutSheet();
      else if (!activateElement(event.key)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
