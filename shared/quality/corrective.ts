import type { MeasureKind, MeasureState } from '../entities/corrective-measure.ts';
import type { CorrectiveState } from '../machines/corrective-action.ts';
import type { QualityState } from '../machines/quality-exception.ts';

/** A closed corrective action is opened again if its defect comes back within this time after the closing. */
export const RECURRENCE_WATCH_DAYS = 365;
/** The number of months for which a corrective action counts the exceptions of its defect. */
export const CORRECTIVE_TREND_MONTHS = 12;

export interface CorrectiveMeasure {
  id: number;
  version: number;
  kind: MeasureKind;
  what: string;
  ownerId: number;
  owner: string;
  dueOn: string;
  state: MeasureState;
  doneOn: string | null;
  doneBy: string | null;
  result: string | null;
}

/**
 * An event in the history of a corrective action: its effect was checked or judged, its defect came back, or
 * it was cancelled.
 */
export interface CorrectiveStoryEvent {
  id: number;
  kind: 'beginCheck' | 'judgeEffective' | 'judgeNotEffective' | 'recurDefect' | 'cancelCorrective';
  exceptionId: number | null;
  exceptionCode: string | null;
  reason: string | null;
  by: string;
  at: string;
}

export interface CorrectiveException {
  id: number;
  code: string;
  state: QualityState;
  raisedAt: string;
  quantity: number;
  partCode: string;
  processName: string;
  description: string | null;
}

/** A corrective action with everything that its page shows. */
export interface CorrectiveDetail {
  id: number;
  version: number;
  code: string;
  state: CorrectiveState;
  errorClassId: number;
  /** The name of the error class with the names of the classes above it. */
  errorClass: string;
  craftId: number | null;
  craft: string | null;
  partCode: string | null;
  problem: string;
  leaderId: number;
  leader: string;
  memberIds: number[];
  members: string[];
  containment: string | null;
  whys: string[];
  rootCause: string | null;
  preventiveAction: string | null;
  checkAfterDays: number;
  checkDueOn: string | null;
  round: number;
  raisedAt: string;
  raisedBy: string;
  closedAt: string | null;
  closingReason: string | null;
  measures: CorrectiveMeasure[];
  events: CorrectiveStoryEvent[];
  exceptions: CorrectiveException[];
  /** The exceptions of the defect in each of the last months: the month as YYYY-MM, the oldest first. */
  trend: { month: string; exceptions: number }[];
}

/** A corrective action that an exception has caused, or an open corrective action for the same defect. */
export interface CorrectiveOfException {
  id: number;
  version: number;
  code: string;
  state: CorrectiveState;
  problem: string;
  leader: string;
  exceptionIds: number[];
  isLinked: boolean;
  measureCount: number;
  doneCount: number;
}

/** The corrective actions of an exception, and the first values of a new corrective action. */
export interface CorrectivesOfException {
  rows: CorrectiveOfException[];
  proposed: { errorClassId: number | null; craftId: number; partCode: string; problem: string };
}

/** A corrective action, or one of its measures, that waits for the caller. */
export interface WaitingCorrective {
  correctiveId: number;
  code: string;
  state: CorrectiveState;
  waitsFor: 'completeMeasure' | 'judgeEffect' | 'planMeasure';
  /** The id of the waiting measure; null if the action itself waits. */
  measureId: number | null;
  measureVersion: number | null;
  what: string;
  errorClass: string;
  dueOn: string | null;
  isOverdue: boolean;
}

/** The eight steps of a corrective action. */
export const CORRECTIVE_STEPS = [
  'stepTeam',
  'stepProblem',
  'stepContainment',
  'stepRootCause',
  'stepPlan',
  'stepMeasures',
  'stepPrevention',
  'stepClosing',
] as const;
export type CorrectiveStep = (typeof CORRECTIVE_STEPS)[number];

type SteppedCorrective = Pick<
  CorrectiveDetail,
  'state' | 'members' | 'containment' | 'rootCause' | 'preventiveAction'
> & { measures: readonly Pick<CorrectiveMeasure, 'kind' | 'state'>[] };

/** Tells which of the eight steps of a corrective action are done. */
export function listDoneSteps(corrective: SteppedCorrective): Readonly<Record<CorrectiveStep, boolean>> {
  const { state, members, containment, rootCause, preventiveAction, measures } = corrective;
  const listMeasuresOfKind = (kind: MeasureKind) => measures.filter((measure) => measure.kind === kind);
  const areMeasuresDone = (someMeasures: SteppedCorrective['measures']) =>
    someMeasures.length > 0 && someMeasures.every((measure) => measure.state === 'measureDone');
  return {
    stepTeam: members.length > 0,
    stepProblem: true,
    stepContainment: containment !== null || areMeasuresDone(listMeasuresOfKind('containing')),
    stepRootCause: rootCause !== null,
    stepPlan: listMeasuresOfKind('correcting').length > 0,
    stepMeasures: areMeasuresDone(listMeasuresOfKind('correcting')),
    stepPrevention: preventiveAction !== null || areMeasuresDone(listMeasuresOfKind('preventing')),
    stepClosing: state === 'correctiveEffective',
  };
}

/**
 * Whether all measures are done, so that their effect can be checked. At least one of them must remove the
 * cause.
 */
export const mayBeginCheck = (measures: SteppedCorrective['measures']): boolean =>
  measures.every(({ state }) => state === 'measureDone') &&
  measures.some(({ kind }) => kind === 'correcting');
