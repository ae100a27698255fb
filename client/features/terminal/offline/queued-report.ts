import type { PressClock } from './correct-press-time.ts';

/** A report that this device stores until the server has answered it. */
export interface QueuedReport {
  /** The request id. The server executes each request id only once. */
  readonly id: string;
  readonly path: string;
  readonly fields: Record<string, unknown>;
  readonly employeeId: number;
  /** The name of the person. */
  readonly name: string;
  /** The person's token at a terminal; null for the signed-in user. */
  readonly token: string | null;
  readonly processId: number;
  /** The part of the process; absent in reports that an older build has stored. */
  readonly partId?: number;
  /** The time when the user pressed the button, in ISO 8601. It is the server's time if the device knew it. */
  readonly at: string;
  /** The text of the button that the person pressed. */
  readonly pressed: string;
  /** The process, the part and the card of the report. */
  readonly place: string;
  /** The times that the device knew at the press; absent in reports that an older build has stored. */
  readonly clock?: PressClock;
  /** The field that takes the time of the press, and how many minutes before the press the work began. */
  readonly time?: { readonly field: 'at' | 'endedAt'; readonly minutesAgo: number };
  /**
   * Set for a start. A negative number that stands for the id of the report that the server will make for this start.
   * While the start waits in the queue, the report that ends the work refers to it by this number.
   */
  readonly placeholderId?: number;
  /**
   * The fields of each attempt that the server may have received, the latest last. The server refuses other fields with
   * the same request id, so a repeated attempt must have the same fields.
   */
  readonly attempts?: readonly Record<string, unknown>[];
}

/** A report that the server refused. This device stores the report until its sender has read the reason. */
export interface RefusedReport {
  /** The request id of the report. */
  readonly id: string;
  readonly employeeId: number;
  /** The text of the button that the person pressed, such as 'Start 12'. */
  readonly pressed: string;
  /** The process, the part and the card of the report. */
  readonly place: string;
  /** The time when the person pressed the button, in ISO 8601 by the server's clock. */
  readonly at: string;
  /** The reason of the refusal, in the language of the screen at the time of the refusal. */
  readonly reason: string;
}

/** The reports that this device stores. */
export interface KeptReports {
  readonly queued: readonly QueuedReport[];
  readonly refused: readonly RefusedReport[];
}

/** A change of the stored reports. It is written completely or not at all. */
export interface KeptReportsChange {
  /** New reports, at the end of the queue. */
  readonly added?: readonly QueuedReport[];
  /**
   * New versions of queued reports. They keep their place in the queue. Reports that have left the queue are ignored.
   */
  readonly replaced?: readonly QueuedReport[];
  /** The request ids of reports to remove from the queue. */
  readonly removedIds?: readonly string[];
  readonly refused?: readonly RefusedReport[];
  /** The request ids of refused reports whose reason has been read. */
  readonly acknowledgedIds?: readonly string[];
}

/** Applies a change to reports in memory. */
export function applyChange(reports: KeptReports, change: KeptReportsChange): KeptReports {
  const { added = [], replaced = [], removedIds = [], refused = [], acknowledgedIds = [] } = change;
  const replacedById = new Map(replaced.map((report) => [report.id, report]));
  return {
    queued: [...reports.queued.map((report) => replacedById.get(report.id) ?? report), ...added].filter(
      ({ id }) => !removedIds.includes(id),
    ),
    refused: [
      ...reports.refused.filter(({ id }) => !refused.some((other) => other.id === id)),
      ...refused,
    ].filter(({ id }) => !acknowledgedIds.includes(id)),
  };
}

export const isQueuedReport = (value: unknown): value is QueuedReport =>
  typeof (value as QueuedReport | null)?.id === 'string' && typeof (value as QueuedReport).path === 'string';

export const isRefusedReport = (value: unknown): value is RefusedReport =>
  typeof (value as RefusedReport | null)?.id === 'string' &&
  typeof (value as RefusedReport).employeeId === 'number' &&
  typeof (value as RefusedReport).reason === 'string';
