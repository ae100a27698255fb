import { makeError } from '#shared/kernel/errors.ts';
import type { CardPieces } from '#shared/ledger/cards.ts';
import { postMovement, type LedgerEntry } from '#shared/ledger/ledger.ts';
import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { addQuantities, roundQuantity, subtractQuantities } from '#shared/ledger/quantity.ts';
import type { StoredReport } from '../../../ledger/close-reports.ts';
import { findCardProcess, type ReportingCard } from '../../../ledger/cards/reporting-cards.ts';
import type { RoutingProcess } from '../../../ledger/routing.ts';

/** Where the pieces of an ending report go. */
export interface PieceAllocation {
  /** The number of reported pieces that the process has never received. */
  excess: number;
  /** Moves the pieces in the ledger of the process. @returns the ledger entries */
  post: () => LedgerEntry[];
}

/**
 * A report can contain more pieces than were started. This function decides where these extra pieces come
 * from: from machinable first, then from surplus. For a report by a card, only the machinable pieces of the
 * card are used. If the process needs no separate receiving, the machinable pieces include those that it
 * can receive now. The tolerance of the process limits both the reported quantity and the surplus of the
 * whole process.
 * @param total the number of reported pieces
 * @throws quantityExceedsStarted
 */
function allocateExtraPieces(
  process: RoutingProcess,
  startedQuantity: number,
  total: number,
  reportingCard: ReportingCard | null,
): { quantityToReceive: number; machinable: number; surplus: number } {
  const extraQuantity = Math.max(0, subtractQuantities(total, startedQuantity));
  const maxTotal = roundQuantity(startedQuantity * (1 + process.overReportTolerance / 100));
  const availableQuantities = reportingCard ? findCardProcess(reportingCard, process.id) : process;
  const receivable = process.needsReceive ? 0 : calculateReceivableQuantity(availableQuantities);
  const machinable = Math.min(extraQuantity, addQuantities(availableQuantities.machinable, receivable));
  const surplus = subtractQuantities(extraQuantity, machinable);
  const toleratedSurplus = Math.max(
    0,
    subtractQuantities(
      roundQuantity((process.plannedQuantity * process.overReportTolerance) / 100),
      process.excess,
    ),
  );
  if (total > maxTotal || surplus > toleratedSurplus) {
    const maxQuantity = Math.min(maxTotal, addQuantities(startedQuantity, machinable, toleratedSurplus));
    throw makeError(
      'quantityExceedsStarted',
      { allowed: maxQuantity, quantity: total },
      { good: { reason: 'tooLarge', params: { max: maxQuantity } } },
    );
  }
  return {
    quantityToReceive: Math.max(0, subtractQuantities(machinable, process.machinable)),
    machinable,
    surplus,
  };
}

/**
 * Decides where the pieces of a report go when it ends. The reported pieces go from in work to good, scrap or
 * rework. Pieces that were started but not reported return to machinable.
 * @throws quantityExceedsStarted
 */
export function allocateReportedPieces(
  process: RoutingProcess,
  { id: reportId, started }: StoredReport,
  { good, scrap, rework }: CardPieces,
  reportingCard: ReportingCard | null,
): PieceAllocation {
  const total = addQuantities(good, scrap, rework);
  const extraPieces = allocateExtraPieces(process, started, total, reportingCard);
  const unreportedQuantity = Math.max(0, subtractQuantities(started, total));
  return {
    excess: extraPieces.surplus,
    post: () => [
      ...postMovement(process, 'supply', 'machinable', extraPieces.quantityToReceive, { reportId }),
      ...postMovement(process, 'machinable', 'inWork', extraPieces.machinable, { reportId }),
      ...postMovement(process, 'surplus', 'inWork', extraPieces.surplus, { reportId }),
      ...postMovement(process, 'inWork', 'good', good, { reportId }),
      ...postMovement(process, 'inWork', 'scrap', scrap, { reportId }),
      ...postMovement(process, 'inWork', 'reworkOpen', rework, { reportId }),
      ...postMovement(process, 'inWork', 'machinable', unreportedQuantity, { reportId }),
    ],
  };
}
