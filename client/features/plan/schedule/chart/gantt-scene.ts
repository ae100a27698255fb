import type { GanttPalette, GanttTone } from './gantt-palette.ts';
import type { BarPlace, GanttBar, GanttRow } from './gantt-rows.ts';
import type { GanttView, LocalDay } from './gantt-view.ts';

/** Sizes of the chart in pixels. */
export interface GanttSize {
  readonly width: number;
  readonly height: number;
  /** The width of the column with the names of the rows. */
  readonly nameWidth: number;
}

export const HEAD_PX = 32;

/** How a bar looks. */
export interface BarLook {
  readonly tone: GanttTone;
  /** The code of the order. */
  readonly code: string;
  /** The text that follows the code if there is room. */
  readonly detail: string;
  /** Whether the operation has an appointment or is locked. A dot shows this. */
  readonly isPinned: boolean;
  /** Whether the order is late. A mark shows this too, because not everybody can tell the colours apart. */
  readonly isLate: boolean;
}

/** A line from the end of one operation to the start of another one on the critical chain. */
export interface ChainLink {
  readonly from: BarPlace;
  readonly to: BarPlace;
}

/** Everything that determines what the chart draws. Instants are minutes since 1970. */
export interface GanttScene<B extends GanttBar = GanttBar> {
  readonly rows: readonly GanttRow<B>[];
  readonly view: GanttView;
  readonly scrollTop: number;
  readonly size: GanttSize;
  readonly days: readonly LocalDay[];
  readonly zone: string;
  readonly now: number;
  /** The end of the planning fence. The planner adds no operation before this instant. */
  readonly fenceEnd: number;
  readonly palette: GanttPalette;
  readonly getLook: (bar: B) => BarLook;
  /** The operations of the highlighted critical chain. The others are faded. If null, no operation is faded. */
  readonly litTasks: ReadonlySet<number> | null;
  readonly links: readonly ChainLink[];
  readonly hoveredPlace: BarPlace<B> | null;
  readonly activePlace: BarPlace<B> | null;
  /** The bar that is being dragged, and the place where a drop would put it now. */
  readonly dragged: {
    readonly bar: B;
    readonly rowIndex: number;
    readonly start: number;
    readonly end: number;
  } | null;
}
