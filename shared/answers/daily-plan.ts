import type { ProcessState } from '#shared/ledger/process-state.ts';
import type { ProcessWait } from '#shared/ledger/waiting.ts';

/** How far ahead a day can be planned and released. */
export const MAX_DAYS_AHEAD = 60;

/** What keeps the work of a line from beginning. */
export type MissingThing =
  | { readonly kind: 'missingPieces'; readonly wait: ProcessWait }
  /** Nothing of the planned materials was issued, or less than planned. */
  | { readonly kind: 'missingMaterial'; readonly materials: readonly string[] }
  | { readonly kind: 'missingDrawing' }
  /** The device is under repair, scrapped, planned to stand still, or has a call that stops it. */
  | { readonly kind: 'missingDevice'; readonly reason: 'repair' | 'scrap' | 'downtimes' | 'abnormalCall' }
  | { readonly kind: 'missingPeople'; readonly needed: number; readonly present: number };

/** How a line differs from the released plan of its day. */
export const LINE_CHANGES = ['lineAdded', 'lineMoved', 'lineDropped'] as const;
export type LineChange = (typeof LINE_CHANGES)[number];

/** The work of one process, or of one share of it, on a day. */
export interface DayLine {
  processId: number;
  /** The share of a process that is split over machines; 0 for a whole process. */
  shareId: number;
  orderId: number;
  orderCode: string;
  partId: number;
  partCode: string;
  partName: string;
  seq: number;
  name: string;
  /** The planned group, or that of the planned device. */
  workGroupId: number | null;
  workGroupName: string | null;
  deviceId: number | null;
  deviceName: string | null;
  /** When it is planned to run on its device; null if only its day is planned. ISO 8601. */
  startsAt: string | null;
  endsAt: string | null;
  /** What the process must still make. */
  quantityLeft: number;
  /** What it is to make on this day. */
  quantity: number;
  /** The planned minutes of this day; null without an estimate. */
  deviceMinutes: number | null;
  manMinutes: number | null;
  plannedPeople: number | null;
  state: ProcessState;
  /** Whether nothing is left to make. */
  isDone: boolean;
  /** The people who work on it now. */
  workers: readonly string[];
  /** The earlier day for which it was planned; null if it is planned for this day. */
  carriedFrom: string | null;
  dueDate: string | null;
  missing: readonly MissingThing[];
  /** Its position in the released plan; null if it is not part of it. */
  position: number | null;
  /** How it differs from the released plan; null if it does not, or if no plan is released. */
  change: LineChange | null;
}

/** The released plan of a day. */
export interface DayRelease {
  planId: number;
  /** The first release of a day is 1. */
  number: number;
  releasedAt: string;
  releasedBy: string;
  lineCount: number;
}

/** A shift of a day, as it is rostered for at least one group. */
export interface DayShift {
  name: string;
  startsAt: string;
  endsAt: string;
  /** The groups that work in it; null for all that have no roster of their own. */
  workGroupIds: readonly number[] | null;
}

/** The plan of a day: what is to be done, where, and what is missing. */
export interface DayPlan {
  day: string;
  today: string;
  shifts: readonly DayShift[];
  /** Carried lines first, then by group, device and planned start. */
  lines: readonly DayLine[];
  /** Null if no plan is released. */
  release: DayRelease | null;
  /** The number of the last release, also of a withdrawn one; 0 before the first. */
  lastNumber: number;
  /** How many lines of the whole day differ from the released plan. */
  changeCount: number;
  /** How many processes have no planned day, so that they are in no list. */
  unplannedCount: number;
}

/** How many lines of a group a release has changed. */
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

/** The plan of a terminal: what may be skipped only with a reason. */
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
  /** How many were started at their planned time, within the tolerance. */
  startedInTime: number;
  /** How many made what was planned for the day. */
  finished: number;
  /** How many were started in time and finished. */
  kept: number;
}
