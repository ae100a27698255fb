import { memo, type DragEvent } from 'react';
import type { PartProgress } from '#shared/answers/order-progress.ts';
import type { Entity } from '#shared/entities/index.ts';
import { TreeRowIndent } from '#client/crud/list/tree-row-indent.tsx';
import type { TreeRow } from '#client/crud/list/tree-rows.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { PartState } from './part-state.tsx';

/** The id of the part into which a dragged part would go; null for the top level. */
export type DropTarget = number | null;

type DragHandler = (event: DragEvent) => void;

/** The event handlers with which the user drags parts. */
export interface PartDragging {
  onStart: (partId: number) => void;
  onEnd: () => void;
  /** Returns the event handlers with which an element accepts the dragged part, if the part may go there. */
  getDropHandlers: (target: DropTarget) => Record<'onDragOver' | 'onDragLeave' | 'onDrop', DragHandler>;
}

interface Props {
  treeRow: TreeRow;
  /** Undefined if the part has no routing yet. */
  progress: PartProgress | undefined;
  isChosen: boolean;
  isFolded: boolean;
  /** Whether the Tab key reaches the row. */
  isTabStop: boolean;
  isDropTarget: boolean;
  mayMove: boolean;
  dragHandlers: PartDragging;
  onFold: (partId: number) => void;
  onChoose: (partId: number) => void;
}

/**
 * Shows one part of the tree. The row renders again only when its props change, so the caller must pass the same
 * handlers each time.
 */
export const PartTreeRow = memo(function PartTreeRow({
  treeRow,
  progress,
  isChosen,
  isFolded,
  isTabStop,
  isDropTarget,
  mayMove,
  dragHandlers,
  onFold,
  onChoose,
}: Props) {
  const part = treeRow.row as unknown as Entity<'part'>;
  return (
    <li
      role="treeitem"
      aria-level={treeRow.depth + 1}
      aria-selected={isChosen}
      aria-expanded={treeRow.childCount > 0 ? !isFolded : undefined}
      className={isDropTarget ? 'part-drop' : undefined}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', part.code);
        dragHandlers.onStart(part.id);
      }}
      onDragEnd={dragHandlers.onEnd}
      {...dragHandlers.getDropHandlers(part.id)}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onChoose(part.id)}
      onKeyDown={(event) => event.key === 'Enter' && onChoose(part.id)}
    >
      <TreeRowIndent treeRow={treeRow} isFolded={isFolded} name={part.name} onFold={onFold} />
      <span className="part-text">
        <span className="part-name">{part.name}</span>
        <span className="part-code">
          {part.code} · {formatNumber(part.quantity)}
        </span>
      </span>
      <PartState progress={progress} />
    </li>
  );
});
