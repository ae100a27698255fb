import type { BarPlace, GanttBar, GanttRow } from './gantt-rows.ts';
import type { ChainLink, GanttScene } from './gantt-scene.ts';
import type { LocalDay } from './gantt-view.ts';

/** What the chart shows, apart from what the pointer and the keys change. */
export interface GanttModel<B extends GanttBar> {
  readonly rows: readonly GanttRow<B>[];
  readonly days: readonly LocalDay[];
  readonly zone: string;
  readonly now: number;
  readonly fenceEnd: number;
  /** The begin and the end of the time axis. */
  readonly from: number;
  readonly until: number;
  readonly getLook: GanttScene<B>['getLook'];
  readonly lit: ReadonlySet<number> | null;
  readonly links: readonly ChainLink[];
  /** The span of time that the chart moves to when it changes; null: it stays. */
  readonly shownSpan: { readonly from: number; readonly until: number } | null;
  /** The process of the active bar. */
  readonly activeTask: number | null;
  /** Whether the active bar can be dragged to another place. */
  readonly canMove: (bar: B) => boolean;
  /** Returns until when a bar would take where it is dragged. */
  readonly getEnd: (target: DragTarget<B>) => number;
}

export interface GanttListener<B extends GanttBar> {
  onHover: (place: BarPlace<B> | null, x: number, y: number) => void;
  onActivate: (bar: B | null) => void;
  onOpen: (bar: B) => void;
  /** Called while a bar is dragged, and when it is dropped. A null target means that the drag has ended without a move. */
  onDrag: (target: DragTarget<B> | null) => void;
  onDrop: (target: DragTarget<B>) => void;
}

/** Where a bar that is being dragged would be put. */
export interface DragTarget<B extends GanttBar> {
  readonly bar: B;
  readonly rowIndex: number;
  readonly start: number;
}
