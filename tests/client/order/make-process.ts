import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { calculateReceivableQuantity, calculateTargetQuantity } from '#shared/ledger/process-state.ts';
import { emptyLedger } from '#tests/support/empty-ledger.ts';

/** A process as the server returns it: all pieces have arrived and nothing is reported. */
const baseProcess: ProcessProgress = {
  processId: 1,
  orderId: 1,
  orderCode: 'WO-1',
  orderState: 'released',
  partId: 1,
  partCode: 'P',
  partName: 'Part',
  parentId: null,
  quantityPer: 1,
  warehoused: 0,
  seq: 10,
  name: 'Turning',
  craftId: 1,
  craftCode: 'C',
  craftName: 'Turning',
  reportWay: 'byPerson',
  entryRequest: null,
  workGroupId: null,
  workGroupName: null,
  deviceId: null,
  deviceName: null,
  state: 'notStarted',
  ...emptyLedger,
  arrived: 10,
  receivable: 0,
  target: 0,
  version: 1,
  needsReceive: false,
  leapfrog: false,
  external: false,
  manMachineRatio: null,
  preparationMinutes: null,
  plannedStart: null,
  plannedEnd: null,
  needBy: null,
  syncKey: null,
  suspendReason: null,
  allowed: ['receive', 'start', 'suspend'],
  open: [],
  lastReportAt: null,
};
/** Builds a process of the order page. */
export function makeProcess(overrides: Partial<ProcessProgress> = {}): ProcessProgress {
  const row: ProcessProgress = { ...baseProcess, ...overrides };
  return {
    ...row,
    receivable: overrides.receivable ?? calculateReceivableQuantity(row),
    target: overrides.target ?? calculateTargetQuantity(row),
  };
}
