import type { QueuedProcess } from '#shared/answers/terminal.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { fitsBatch } from '#client/production/reporting/batch-choice.ts';

/** A row of a table of the page: a process with pieces to work on, or a running report. */
export interface DeskLine {
  /** The id of the running report; if no work is running, the id of the process. */
  readonly id: number;
  readonly process: QueuedProcess;
  /** The running report; null if the line is a process with waiting pieces. */
  readonly openReport: OpenReport | null;
}

/** What can be reported for one line, or for many lines at once. */
export type DeskStep = 'receive' | 'start' | 'rework' | 'finish' | 'unfinished';

/** The term on the button of each step. */
export const STEP_TERMS = {
  receive: 'receive',
  start: 'start',
  finish: 'finish',
  unfinished: 'stopUnfinished',
  rework: 'startRework',
} as const satisfies Record<DeskStep, TermKey>;

/** Whose work the page shows: the user's own, that of the user's work group, or everybody's. */
export const DESK_SCOPES = ['workOfMine', 'workOfGroup', 'workOfEverybody'] as const;
export type DeskScope = (typeof DESK_SCOPES)[number];

/** The props of a table whose lines the user chooses and reports. */
export interface DeskTableProps {
  scope: DeskScope;
  chosenIds: ReadonlySet<number>;
  onChoose: (ids: ReadonlySet<number>) => void;
  nameOf: (line: DeskLine) => string;
  onReport: (step: DeskStep, line: DeskLine) => void;
  /** Opens the report dialog for the chosen lines. */
  onReportChosen: (step: DeskStep, chosen: readonly DeskLine[]) => void;
}

/** The entities whose changes reload the tables. */
export const WATCHED_ENTITIES = ['process', 'workReport', 'workOrder', 'part', 'card'];

/** Returns the proposed quantity of a line: the started pieces, or the pieces that can be started or received. */
export const getProposedQuantity = ({ process, openReport }: DeskLine): number =>
  openReport ? openReport.started : process.next.quantity;

/**
 * Chooses all lines that can be reported together with the chosen lines. If no line is chosen, uses the first line that
 * can be chosen.
 */
export function chooseAllFitting(lines: readonly DeskLine[], chosen: readonly DeskLine[]): DeskLine[] {
  const firstLine = chosen[0] ?? lines.find((line) => fitsBatch(line, []));
  return firstLine ? lines.filter((line) => fitsBatch(line, [firstLine])) : [];
}
