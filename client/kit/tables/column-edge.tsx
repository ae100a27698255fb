import { useRef, type KeyboardEvent } from 'react';
import { useT } from '../words/t.ts';
import { MIN_COLUMN_WIDTH_PX, MAX_COLUMN_WIDTH_PX } from './column.ts';

/** The distance by which an arrow key moves the edge, in pixels. */
const ARROW_KEY_STEP_PX = 16;

interface Props {
  /** The heading of the column. */
  title: string;
  width: number;
  onWidth: (width: number | null) => void;
}

/**
 * The handle that changes the width of a column, by mouse or arrow keys. A double click, Backspace
 * or Delete resets the width.
 */
export function ColumnEdge({ title, width, onWidth }: Props) {
  const t = useT();
  const dragStart = useRef<{ x: number; width: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step =
      event.key === 'ArrowRight' ? ARROW_KEY_STEP_PX : event.key === 'ArrowLeft' ? -ARROW_KEY_STEP_PX : 0;
    if (step !== 0) onWidth(width + step);
    else if (event.key === 'Backspace' || event.key === 'Delete') onWidth(null);
    else return;
    event.preventDefault();
  };
  return (
    <span
      className="head-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columnWidthOf', { column: title })}
      aria-valuenow={width}
      aria-valuemin={MIN_COLUMN_WIDTH_PX}
      aria-valuemax={MAX_COLUMN_WIDTH_PX}
      tabIndex={0}
      // The handle cancels the browser's drag and drop, which would move the whole column.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragStart.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (dragStart.current) onWidth(dragStart.current.width + event.clientX - dragStart.current.x);
      }}
      onPointerUp={() => (dragStart.current = null)}
      onDoubleClick={() => onWidth(null)}
    />
  );
}
