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
 * Lets the user select a range of days by mouse, by touch, or by arrow keys with Shift.
 * @param enabled whether days can be selected
 * @param onEnter called when the user presses Enter or the space bar, to set the kind of the
 *   selected days
 * @param onClear called when the user presses Delete, to make the selected days ordinary days
 */
export function useDayRangeSelection(
  year: number,
  initialDate: string,
  { enabled, onEnter, onClear }: { enabled: boolean; onEnter: () => void; onClear: () => void },
) {
  const grid = useRef<HTMLDivElement>(null);
  const [activeDate, setActiveDate] = useState(initialDate);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [isPointerDown, setPointerDown] = useState(false);
  useEffect(() => {
    setActiveDate(initialDate);
    setAnchor(null);
  }, [initialDate]);
  useEffect(() => {
    if (!isPointerDown) return undefined;
    const onMove = (event: PointerEvent) => {
      const date = findDateOfElement(document.elementFromPoint(event.clientX, event.clientY));
      if (date) setActiveDate(date);
    };
    const onRelease = () => setPointerDown(false);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onRelease);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onRelease);
    };
  }, [isPointerDown]);

  const startSelection = (event: PointerEvent) => {
    const date = findDateOfElement(event.target as Element);
    if (!date) return;
    if (!event.shiftKey || anchor === null) setAnchor(date);
    setActiveDate(date);
    setPointerDown(true);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (anchor === null) setAnchor(activeDate);
      onEnter();
    } else if (event.key === 'Delete') {
      if (anchor === null) setAnchor(activeDate);
      onClear();
    } else if (event.key === 'Escape') setAnchor(null);
    const step = DAYS_BY_ARROW_KEY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(activeDate, step);
    if (!next.startsWith(String(year))) return;
    if (event.shiftKey) setAnchor(anchor ?? activeDate);
    else setAnchor(null);
    setActiveDate(next);
    grid.current?.querySelector<HTMLElement>(`[data-date="${next}"]`)?.focus();
  };
  const latestHandlers = useRef({ press: startSelection, key: handleKey });
  latestHandlers.current = { press: startSelection, key: handleKey };
  useEffect(() => {
    const element = grid.current;
    if (!element || !enabled) return undefined;
    const onPress = (event: PointerEvent) => latestHandlers.current.press(event);
    const onKey = (event: KeyboardEvent) => latestHandlers.current.key(event);
    element.addEventListener('pointerdown', onPress);
    element.addEventListener('keydown', onKey);
    return () => {
      element.removeEventListener('pointerdown', onPress);
      element.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
  const [from, to] =
    anchor === null ? [null, null] : anchor <= activeDate ? [anchor, activeDate] : [activeDate, anchor];
  return { grid, activeDate, from, to, clear: () => setAnchor(null) };
}
