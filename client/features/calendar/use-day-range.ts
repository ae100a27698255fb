import { useEffect, useRef, useState } from 'react';
import { addDays } from '#shared/rules/days.ts';

const DAYS_BY_ARROW_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

const findDateOfElement = (target: Element | null): string | null =>
  target?.closest('[data-date]')?.getAttribute('data-date') ?? null;

/**
 * Selects a range of days by mouse, by touch, or by arrow keys with Shift.
 * @param enabled whether days can be selected
 * @param onEnter called when the user presses Enter or the space bar, to set the kind of the
 *   selected days
 * @param onClear called when the user presses Delete, to make the selected days ordinary days
 */
export function useDayRangeSelection(
  year: number,
  begin: string,
  { enabled, onEnter, onClear }: { enabled: boolean; onEnter: () => void; onClear: () => void },
) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(begin);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    setAt(begin);
    setAnchor(null);
  }, [begin]);
  useEffect(() => {
    if (!pressed) return undefined;
    const onMove = (event: PointerEvent) => {
      const date = findDateOfElement(document.elementFromPoint(event.clientX, event.clientY));
      if (date) setAt(date);
    };
    const end = () => setPressed(false);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', end);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', end);
    };
  }, [pressed]);

  const press = (event: PointerEvent) => {
    const date = findDateOfElement(event.target as Element);
    if (!date) return;
    if (!event.shiftKey || anchor === null) setAnchor(date);
    setAt(date);
    setPressed(true);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (anchor === null) setAnchor(at);
      onEnter();
    } else if (event.key === 'Delete') {
      if (anchor === null) setAnchor(at);
      onClear();
    } else if (event.key === 'Escape') setAnchor(null);
    const step = DAYS_BY_ARROW_KEY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(at, step);
    if (!next.startsWith(String(year))) return;
    if (event.shiftKey) setAnchor(anchor ?? at);
    else setAnchor(null);
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  };
  const latest = useRef({ press, key });
  latest.current = { press, key };
  useEffect(() => {
    const element = grid.current;
    if (!element || !enabled) return undefined;
    const onPress = (event: PointerEvent) => latest.current.press(event);
    const onKey = (event: KeyboardEvent) => latest.current.key(event);
    element.addEventListener('pointerdown', onPress);
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('pointerdown', onPress);
      element.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
  const [from, to] = anchor === null ? [null, null] : anchor <= at ? [anchor, at] : [at, anchor];
  return { grid, at, from, to, clear: () => setAnchor(null) };
}
