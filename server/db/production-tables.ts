import type { ConfirmationKind } from '#shared/planning/master-plan/plan-answer.ts';
import type { ColumnType, Generated } from 'kysely';
import type { LossAnswer } from '#shared/ledger/answer-loss.ts';
import type { MovementKind } from '#shared/ledger/outsourcing.ts';
import type { LedgerAccount, ProcessState } from '#shared/ledger/process-state.ts';
import type { CountersignStage, SignatureResult } from '#shared/machines/quality-exception.ts';
import type { SignedDocument } from '#shared/quality/signed-document.ts';

/** The tables of the ledger, of quality, of cards and of the warehouse that belong to no declared entity. */
export interface ProductionTables {
  ledgerEntry: {
    factoryId: number;
    id: Generated<number>;
    processId: number;
    fromAccount: LedgerAccount;
    toAccount: LedgerAccount;
    quantity: number;
    reportId: number | null;
    movementId: ColumnType<number | null, number | null | undefined, never>;
    exceptionId: ColumnType<number | null, number | null | undefined, never>;
    reversesId: number | null;
    at: Generated<string>;
  };
  outsourcingOrderItems: {
    factoryId: number;
    ownerId: number;
    position: number;
    processId: number;
    quantity: number;
    remark: string | null;
  };
  outsourcingMovement: {
    factoryId: number;
    id: Generated<number>;
    orderId: number;
    kind: MovementKind;
    at: Generated<string>;
    byName: string;
    deliveryNote: string | null;
    remark: string | null;
    reversesId: number | null;
  };
  outsourcingMovementLine: {
    factoryId: number;
    movementId: number;
    processId: number;
    sent: number;
    returnedGood: number;
    returnedHold: number;
    takenBack: number;
  };
  qualityRound: {
    factoryId: number;
    id: Generated<number>;
    exceptionId: number;
    stage: CountersignStage;
    number: number;
    document: ColumnType<SignedDocument, string, never>;
    documentHash: string;
    byName: string;
    at: string;
  };
  qualityRoundSigner: { factoryId: number; roundId: number; position: number; employeeId: number };
  qualitySignature: {
    factoryId: number;
    id: Generated<number>;
    roundId: number;
    signerId: number;
    signedById: number;
    result: SignatureResult;
    comment: string | null;
    documentHash: string;
    method: 'password' | 'pin';
    accountId: number;
    ip: string;
    at: string;
  };
  qualityComment: {
    factoryId: number;
    id: Generated<number>;
    exceptionId: number;
    text: string;
    picture: number | null;
    byName: string;
    at: string;
  };
  qualityReminder: {
    factoryId: number;
    id: Generated<number>;
    roundId: number;
    signerId: number;
    byName: string;
    at: string;
  };
  workReportPersonSnapshot: {
    factoryId: number;
    reportId: number;
    position: number;
    employeeId: number;
    day: string;
    shiftName: string | null;
    dayKind: string;
    seconds: number;
    overtimeSeconds: number;
  };
  processStateChange: {
    factoryId: number;
    id: Generated<number>;
    processId: number;
    fromState: ProcessState;
    toState: ProcessState;
    at: Generated<string>;
    reportId: number | null;
  };
  cardGenealogy: {
    factoryId: number;
    id: Generated<number>;
    fromCardId: number;
    toCardId: number;
    kind: 'split' | 'unpacked' | 'combined' | 'replenished';
    quantity: number;
    at: Generated<string>;
    byName: string;
  };
  lossAnswer: {
    factoryId: number;
    id: Generated<number>;
    processId: number;
    answer: LossAnswer;
    quantity: number;
    reason: string;
    changes: ColumnType<unknown, string, never>;
    at: Generated<string>;
    byName: string;
    reversesId: number | null;
  };
  warehouseReceipt: {
    factoryId: number;
    id: Generated<number>;
    partId: number;
    quantity: number;
    shelfId: number | null;
    at: string;
    employeeId: number | null;
    byName: string;
    remark: string | null;
    reversesId: number | null;
    postedAt: Generated<string>;
  };
  planConfirmation: {
    factoryId: number;
    id: Generated<number>;
    planId: number;
    seq: number;
    kind: ConfirmationKind;
    day: string;
    employeeId: number | null;
    byName: string;
    remark: string | null;
    withdrawsId: number | null;
    at: string;
  };
  planNotice: {
    factoryId: number;
    id: Generated<number>;
    confirmationId: number;
    employeeId: number;
    nextSeq: number | null;
    seenAt: string | null;
  };
  importedLine: { factoryId: number; source: string; line: number; reportId: number; warnings: unknown };
}
