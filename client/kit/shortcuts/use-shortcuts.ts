import { useEffect, useRef } from 'react';
import { singleKeys } from './single-keys.ts';

interface Shortcuts {
  onPalette: () => void;
  onSheet: () => void;
}

/** Elements in which single keys are text input. */
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const OVER_THE_PAGE = '.bp6-dialog, .palette, .bp6-popover';

/** Activates the element that declares a key in `aria-keyshortcuts`: focuses a field, clicks a button. */
function press(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (!element || element.matches(':disabled')) return false;
  if (element.matches('input')) element.focus();
  else element.click();
  return true;
}

/** The global shortcuts: Ctrl+K, ?, and those that the current page declares. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const dialog = document.querySelector('.bp6-dialog');
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!dialog) latest.current.onPalette();
        return;
      }
      const target = event.target as Element | null;
      if (event.ctrlKey || event.metaKey || event.key.length !== 1 || !singleKeys.areOn()) return;
      if (target?.closest?.(TYPING) || document.querySelector(OVER_THE_PAGE)) return;
      if (event.key === '?') latest.current.onSheet();
      else if (!press(event.key)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
