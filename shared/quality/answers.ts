import type { HandlingQuantities, HoldSource } from '../ledger/quality.ts';
import type { LedgerBucket } from '../ledger/process-state.ts';
import type { CountersignStage, QualityState, SignatureResult } from '../machines/quality-exception.ts';
import type { PenaltyState } from '../machines/quality-penalty.ts';
import type { PenaltyKind } from './penalty.ts';
import type { SignedDocument } from './signed-document.ts';
import type { ResponsibleType } from '../entities/responsible-people.ts';

/** A process with the names of its part and its order. */
export interface NamedProcess {
  processId: number;
  seq: number;
  processName: string;
  partCode: string;
  partName: string;
  orderId: number;
  orderCode: string;
}

/** How many pieces an exception can hold in one bucket of a process. */
export interface HoldableBucket extends NamedProcess {
  source: HoldSource;
  available: number;
}

/** The last report of the caller at a process. The pieces of a new exception may come from this report. */
export interface OwnLastReport {
  reportId: number;
  endedAt: string;
  /** How many pieces the report moved into each bucket, without those that other exceptions have taken from it. */
  pieces: Record<HoldSource, number>;
}

/** The pieces that an exception can hold at a process and at the processes before it. */
export interface HoldableAnswer {
  rows: HoldableBucket[];
  /** The last report of the caller at the process within the last day; null if there is none. */
  report: OwnLastReport | null;
}

/** A person or firm that is responsible for an exception. */
export interface ResponsiblePerson {
  type: ResponsibleType;
  employeeId: number | null;
  supplierId: number | null;
  name: string;
  ratio: number;
}

/** The loss that an exception caused. Costs are in the currency of the factory. */
export interface QualityLoss {
  lostHours: number;
  lostMaterialCost: number;
  lostManufacturingCost: number;
}

/** The loss that the server proposes, and the costs of one piece from which it is computed. */
export interface ProposedLoss extends QualityLoss {
  /** The work hours and the cost of the work for one piece, up to and including the process that holds it. */
  hoursPerPiece: number;
  costPerPiece: number;
  /**
   * The work hours and the cost of the work for one piece at the holding process only, because rework repeats
   * this work.
   */
  reworkHoursPerPiece: number;
  reworkCostPerPiece: number;
  /** The standard price of the material in one piece; null if it is unknown. */
  materialPrice: number | null;
}

export interface CountersignSignature {
  signerId: number;
  signerName: string;
  /** The deputy who signed; null if the signer signed in person. */
  deputyName: string | null;
  result: SignatureResult;
  comment: string | null;
  documentHash: string;
  method: 'password' | 'pin';
  at: string;
}

/** One round of a countersign. */
export interface CountersignRound {
  id: number;
  stage: CountersignStage;
  number: number;
  document: SignedDocument;
  documentHash: string;
  by: string;
  at: string;
  /** The signers, each with the time of the last reminder. */
  signers: { employeeId: number; name: string; remindedAt: string | null }[];
  signatures: CountersignSignature[];
  /** Whether the round is the last one of its stage, and signatures are still missing. */
  isOpen: boolean;
}

/** A similar exception with its root cause and its preventive action. */
export interface SimilarException {
  id: number;
  code: string;
  state: QualityState;
  raisedAt: string;
  quantity: number;
  errorClass: string | null;
  partCode: string;
  processName: string;
  rootCause: string | null;
  preventiveAction: string | null;
  isSameErrorClass: boolean;
  isSameCraft: boolean;
  isSamePart: boolean;
}

/** A movement of the pieces of an exception in the ledger of the process. */
export interface HeldMovement {
  from: LedgerBucket;
  to: LedgerBucket;
  quantity: number;
  at: string;
}

export interface QualityComment {
  id: number;
  text: string;
  picture: number | null;
  by: string;
  at: string;
}

/** An exception with everything that the page of the exception shows. */
export interface QualityDetail extends NamedProcess, HandlingQuantities {
  id: number;
  version: number;
  code: string;
  state: QualityState;
  source: HoldSource;
  quantity: number;
  errorClassId: number | null;
  errorClass: string | null;
  description: string | null;
  picture: number | null;
  customerComplaint: boolean;
  discoveryProcessId: number | null;
  discoveryProcess: string | null;
  discovererId: number | null;
  discoverer: string | null;
  responsibleProcessId: number | null;
  responsibleProcess: string | null;
  rootCause: string | null;
  preventiveAction: string | null;
  reportId: number | null;
  reportedBy: string | null;
  /** The people of the report, and their shares in percent. */
  reportPeople: { employeeId: number; ratio: number | null }[];
  reportedAt: string | null;
  cardCode: string | null;
  corrects: { id: number; code: string } | null;
  correctedBy: { id: number; code: string }[];
  raisedAt: string;
  raisedById: number | null;
  raisedBy: string;
  round: number;
  determinedAt: string | null;
  postedAt: string | null;
  finishedAt: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  /** The buckets of the process now. */
  ledger: Record<LedgerBucket, number>;
  movements: HeldMovement[];
  rounds: CountersignRound[];
  comments: QualityComment[];
  similar: SimilarException[];
  /** The processes of the order. People choose among them where a defect was found and where it was caused. */
  processes: { processId: number; name: string; partName: string }[];
  /** The signers for whom the caller may sign now: the caller, or somebody whose deputy the caller is. */
  signFor: { employeeId: number; name: string }[];
  /**
   * The responsible people; null if the caller may not see them. Only signers, the responsible people
   * themselves, and users who may determine exceptions or decide about penalties can see them.
   */
  people: ResponsiblePerson[] | null;
  loss: (QualityLoss & { reason: string | null; proposed: QualityLoss }) | null;
}

/** A person who looks at an exception now. */
export interface QualityViewer {
  employeeId: number;
  name: string;
}

/** The last reminder to sign an exception. It was sent to the caller, or to somebody whose deputy the caller is. */
export interface SigningReminder {
  exceptionId: number;
  code: string;
  by: string;
  at: string;
}

/** A person whom the signing rules of the factory propose as a signer. */
export interface ProposedSigner {
  employeeId: number;
  name: string;
}

/** The number of exceptions in each state, and the exceptions that wait for the caller. */
export interface QualityOverview {
  counts: Record<QualityState, number>;
  waitingForMe: WaitingException[];
}

/** An exception that waits for the caller: to be signed, determined or traced. */
export interface WaitingException {
  id: number;
  code: string;
  state: QualityState;
  waitsFor: 'sign' | 'determine' | 'trace';
  quantity: number;
  errorClass: string | null;
  processName: string;
  partCode: string;
  partName: string;
  orderCode: string;
  picture: number | null;
  raisedAt: string;
  /** The time at which the exception entered its present state or round. */
  since: string;
}

/** A penalty of the caller. */
export interface OwnPenalty {
  id: number;
  exceptionId: number;
  exceptionCode: string;
  description: string | null;
  processName: string;
  kind: PenaltyKind;
  /** The share of the responsibility in percent; null for a reward. */
  ratio: number | null;
  amount: number;
  state: PenaltyState;
  reason: string | null;
  month: string;
  decidedAt: string | null;
}
