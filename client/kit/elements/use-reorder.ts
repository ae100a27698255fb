import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';

interface RowReordering<E extends HTMLElement> {
  /** A ref for the element that contains the rows. */
  list: RefObject<E | null>;
  /** The name of the row that is being dragged; null if none is. */
  draggedName: string | null;
  /** Returns the attributes of a row. */
  getRowAttributes: (name: string) => { 'data-place': string };
  /** Returns the props of a row's handle button, which works by mouse, touch and arrow keys. */
  getHandleProps: (name: string) => {
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
  };
}

/**
 * Lets a user reorder rows by mouse, touch and keyboard.
 * @param names the names of the rows in their order
 * @param onMove called whenever a row takes the position of another row, also during a drag
 * @param onEnd called when a drag or a move by arrow key ends
 */
export function useReorder<E extends HTMLElement>(
  names: readonly string[],
  onMove: (name: string, targetName: string) => void,
  onEnd?: () => void,
): RowReordering<E> {
  const list = useRef<E>(null);
  const nameToFocus = useRef<string | null>(null);
  const [draggedName, setDraggedName] = useState<string | null>(null);
  const latestCallbacks = useRef({ onMove, onEnd });
  latestCallbacks.current = { onMove, onEnd };

  // A row that moves within the document loses the focus, so its handle is focused again.
  useEffect(() => {
    if (nameToFocus.current === null) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-place="${CSS.escape(nameToFocus.current)}"] button`)
      ?.focus();
    nameToFocus.current = null;
  });
  useEffect(() => {
    if (draggedName === null) return undefined;
    const onPointerMove = (event: PointerEvent) => {
      const rowElement = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-place]');
      const name = list.current?.contains(rowElement ?? null) ? rowElement?.getAttribute('data-place') : null;
      if (name && name !== draggedName) latestCallbacks.current.onMove(draggedName, name);
    };
    const endDrag = () => {
      setDraggedName(null);
      latestCallbacks.current.onEnd?.();
    };
    const endEventTypes = ['pointerup', 'pointercancel'] as const;
    window.addEventListener('pointermove', onPointerMove);
    for (const kind of endEventTypes) window.addEventListener(kind, endDrag);
    return () => {
      window.removeEventListener('pointermove', onPointerMove);
      for (const kind of endEventTypes) window.removeEventListener(kind, endDrag);
    };
  }, [draggedName]);

  return {
    list,
    draggedName,
    getRowAttributes: (name) => ({ 'data-place': name }),
    getHandleProps: (name) => ({
      onKeyDown: (event) => {
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        const targetName = names[names.indexOf(name) + step];
        if (step === 0 || targetName === undefined) return;
        event.preventDefault();
        nameToFocus.current = name;
        onMove(name, targetName);
        onEnd?.();
      },
      onPointerDown: (event) => {
        // Prevents the browser from selecting text.
        event.preventDefault();
        event.currentTarget.focus();
        setDraggedName(name);
      },
    }),
  };
}
