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
  /** The code of its order, and what is shown behind it if there is room. */
  readonly code: string;
  readonly rest: string;
  /** Whether it has an appointment; shown by a dot. */
  readonly isPinned: boolean;
  /** Whether its order is late; shown by a mark, because colours alone are not enough. */
  readonly isLate: boolean;
}

/** A line from the end of one operation to the start of another one on the critical chain. */
export interface ChainLink {
  readonly from: BarPlace;
  readonly to: BarPlace;
}

/** Everything that a picture of the chart depends on. */
export interface GanttScene<B extends GanttBar = GanttBar> {
  readonly rows: readonly GanttRow<B>[];
  readonly view: GanttView;
  readonly scrollTop: number;
  readonly size: GanttSize;
  readonly days: readonly LocalDay[];
  readonly zone: string;
  readonly now: number;
  /** Until when nothing is newly planned. */
  readonly fenceEnd: number;
  readonly palette: GanttPalette;
  readonly getLook: (bar: B) => BarLook;
  /** The operations of the critical chain that is lit; null: all have full colours. */
  readonly lit: ReadonlySet<number> | null;
  readonly links: readonly ChainLink[];
  readonly hovered: BarPlace<B> | null;
  readonly active: BarPlace<B> | null;
  /** Where a bar that is being dragged would be put. */
  readonly dragged: {
    readonly bar: B;
    readonly rowIndex: number;
    readonly start: number;
    readonly end: number;
  } | null;
}
