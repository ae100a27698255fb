import type { BarPlace, GanttBar, GanttRow } from './gantt-rows.ts';
import type { ChainLink, GanttScene } from './gantt-scene.ts';
import type { LocalDay } from './gantt-view.ts';

/**
 * What the chart shows, without the state that only `GanttController` knows, such as the visible part and the hovered
 * bar.
 */
export interface GanttModel<B extends GanttBar> {
  readonly rows: readonly GanttRow<B>[];
  readonly days: readonly LocalDay[];
  readonly zone: string;
  readonly now: number;
  readonly fenceEnd: number;
  /** The begin and the end of the time axis, in minutes since 1970. */
  readonly from: number;
  readonly until: number;
  readonly getLook: GanttScene<B>['getLook'];
  readonly litTasks: ReadonlySet<number> | null;
  readonly links: readonly ChainLink[];
  /** When this span changes, the chart scrolls and zooms to show it. If it is null, the visible part stays. */
  readonly shownSpan: { readonly from: number; readonly until: number } | null;
  /** The `task` of the active bar; null if no bar is active. */
  readonly activeTask: number | null;
  /** Returns whether the user may drag a bar to another place. */
  readonly canMove: (bar: B) => boolean;
  /** Returns when the work of a dragged bar would end at the target. */
  readonly getEnd: (target: DragTarget<B>) => number;
}

export interface GanttListener<B extends GanttBar> {
  onHover: (place: BarPlace<B> | null, x: number, y: number) => void;
  onActivate: (bar: B | null) => void;
  onOpen: (bar: B) => void;
  /** Called while a bar is dragged. A null target means that the drag has ended without a drop. */
  onDrag: (target: DragTarget<B> | null) => void;
  onDrop: (target: DragTarget<B>) => void;
}

/** The place where a drop would put the dragged bar: its row, and its start in minutes since 1970. */
export interface DragTarget<B extends GanttBar> {
  readonly bar: B;
  readonly rowIndex: number;
  readonly start: number;
}
