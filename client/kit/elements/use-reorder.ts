import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as Press,
  type RefObject,
} from 'react';

interface RowReordering<E extends HTMLElement> {
  /** A ref for the element that contains the rows. */
  list: RefObject<E | null>;
  /** The name of the row that is being dragged; null if none is. */
  dragged: string | null;
  /** Returns the attributes of a row. */
  row: (name: string) => { 'data-place': string };
  /** Returns the props of a row's handle button, which works by mouse, touch and arrow keys. */
  handle: (name: string) => {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: Press<HTMLElement>) => void;
  };
}

/**
 * Lets a user reorder rows by mouse, touch and keyboard.
 * @param names the names of the rows in their order
 * @param onMove called whenever a row moves to the position of another, also during a drag
 * @param onEnd called when a drag or a move by arrow key ends
 */
export function useReorder<E extends HTMLElement>(
  names: readonly string[],
  onMove: (name: string, to: string) => void,
  onEnd?: () => void,
): RowReordering<E> {
  const list = useRef<E>(null);
  const focused = useRef<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef({ onMove, onEnd });
  latest.current = { onMove, onEnd };

  // A row that moves within the document loses the focus, so its handle is focused again.
  useEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(focused.current)}"] button`)?.focus();
    focused.current = null;
  });
  useEffect(() => {
    if (dragged === null) return undefined;
    const over = (event: PointerEvent) => {
      const at = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-place]');
      const name = list.current?.contains(at ?? null) ? at?.getAttribute('data-place') : null;
      if (name && name !== dragged) latest.current.onMove(dragged, name);
    };
    const end = () => {
      setDragged(null);
      latest.current.onEnd?.();
    };
    const ends = ['pointerup', 'pointercancel'] as const;
    window.addEventListener('pointermove', over);
    for (const kind of ends) window.addEventListener(kind, end);
    return () => {
      window.removeEventListener('pointermove', over);
      for (const kind of ends) window.removeEventListener(kind, end);
    };
  }, [dragged]);

  return {
    list,
    dragged,
    row: (name) => ({ 'data-place': name }),
    handle: (name) => ({
      onKeyDown: (event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        const to = names[names.indexOf(name) + step];
        if (step === 0 || to === undefined) return;
        event.preventDefault();
        focused.current = name;
        onMove(name, to);
        onEnd?.();
      },
      onPointerDown: (event) => {
        // Prevents the browser from selecting text.
        event.preventDefault();
        event.currentTarget.focus();
        setDragged(name);
      },
    }),
  };
}
