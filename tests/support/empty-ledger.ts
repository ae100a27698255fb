import type { Ledger } from '#shared/ledger/process-state.ts';

/** The ledger of a process for ten pieces before anything has arrived. */
export const emptyLedger: Ledger = {
  plannedQuantity: 10,
  arrived: 0,
  received: 0,
  machinable: 0,
  inWork: 0,
  good: 0,
  concession: 0,
  reworkOpen: 0,
  inRework: 0,
  scrap: 0,
  hold: 0,
  outsourced: 0,
  excess: 0,
  inheritedLoss: 0,
  acceptedLoss: 0,
  scrapAllowance: 0,
  openReports: 0,
  hasRun: false,
  suspendedAt: null,
};
