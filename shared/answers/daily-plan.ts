import type { ListedProcess } from '#shared/ledger/listed-process.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import type { ProcessWait } from '#shared/ledger/waiting.ts';

/** How far ahead a day can be planned and released. */
export const MAX_DAYS_AHEAD = 60;

/** Why the work of a line cannot begin. */
export type MissingThing =
  | { readonly kind: 'missingPieces'; readonly wait: ProcessWait }
  /** Less was issued of these materials than planned, or nothing. */
  | { readonly kind: 'missingMaterial'; readonly materials: readonly string[] }
  | { readonly kind: 'missingDrawing' }
  /** The device is under repair, scrapped or in a planned downtime, or an open call stops it. */
  | { readonly kind: 'missingDevice'; readonly reason: 'repair' | 'scrap' | 'downtimes' | 'abnormalCall' }
  | { readonly kind: 'missingPeople'; readonly needed: number; readonly present: number };

/** How a line differs from the released plan of its day. */
export const LINE_CHANGES = ['lineAdded', 'lineMoved', 'lineDropped'] as const;
export type LineChange = (typeof LINE_CHANGES)[number];

/** The work of one process, or of one share of it, on a day. */
export interface DayLine extends ListedProcess {
  /** The id of the share, if the process is split over machines; 0 for a whole process. */
  shareId: number;
  /** The planned group, or the group of the planned device. */
  workGroupId: number | null;
  workGroupName: string | null;
  deviceId: number | null;
  deviceName: string | null;
  /** The planned start on the device, ISO 8601; null if only the day is planned. */
  startsAt: string | null;
  endsAt: string | null;
  /** The number of pieces that the process must still make. */
  quantityLeft: number;
  /** The number of pieces that are planned for this day. */
  quantity: number;
  /** The planned minutes of this day; null without an estimate. */
  deviceMinutes: number | null;
  manMinutes: number | null;
  plannedPeople: number | null;
  state: ProcessState;
  /** Whether nothing is left to make. */
  isDone: boolean;
  /** The people who work on the line now. */
  workers: readonly string[];
  /** The earlier day for which the line was planned; null if it is planned for this day. */
  carriedFrom: string | null;
  dueDate: string | null;
  missing: readonly MissingThing[];
  /** The position in the released plan; null if the released plan does not have the line. */
  position: number | null;
  /** The difference from the released plan; null if there is no difference or no released plan. */
  change: LineChange | null;
}

/** The released plan of a day. */
export interface DayRelease {
  planId: number;
  /** The number of the release of this day, from 1. */
  number: number;
  releasedAt: string;
  releasedBy: string;
  lineCount: number;
}

/** A shift of a day for which at least one group is rostered. */
export interface DayShift {
  name: string;
  startsAt: string;
  endsAt: string;
  /** The groups that work in the shift; null for all groups without a roster of their own. */
  workGroupIds: readonly number[] | null;
}

/** The plan of a day: the work, where it is done, and what is missing for it. */
export interface DayPlan {
  day: string;
  today: string;
  shifts: readonly DayShift[];
  /**
   * The carried lines come first, the oldest at the top. The other lines follow by group, device and planned
   * start.
   */
  lines: readonly DayLine[];
  /** The released plan; null if none is released. */
  release: DayRelease | null;
  /** The number of the last release, even if it was withdrawn; 0 before the first release. */
  lastNumber: number;
  /** How many lines of all groups differ from the released plan. */
  changeCount: number;
  /** How many processes have no planned day. They are in no plan of a day. */
  unplannedCount: number;
}

/** How many lines of a group were changed by a release. */
export interface GroupChange {
  workGroupId: number | null;
  added: number;
  moved: number;
  dropped: number;
}

/** Tells a person that the released plan of the group has changed. */
export interface PlanNotice extends GroupChange {
  planId: number;
  day: string;
  number: number;
  workGroupName: string | null;
  /** Whether the plan was withdrawn. */
  isWithdrawn: boolean;
  at: string;
  by: string;
}

/**
 * A line of the released plan that comes before the work that a person wants to begin. A person who skips it at a
 * terminal must give a reason.
 */
export interface SkippedLine {
  processId: number;
  orderCode: string;
  partName: string;
  name: string;
}

/** How well a group kept the released plan of a day. */
export interface AdherenceFigure {
  day: string;
  workGroupId: number | null;
  lines: number;
  /** How many lines were started at their planned time, within the tolerance. */
  startedInTime: number;
  /** How many lines reached the quantity that was planned for the day. */
  finished: number;
  /** How many lines were started in time and reached the quantity. */
  kept: number;
}
