import { calculateReceivableQuantity } from '#shared/ledger/process-state.ts';
import { postMovement } from '#shared/ledger/ledger.ts';
import { subtractQuantities } from '#shared/ledger/quantity.ts';
import { addCardWork } from '../../ledger/cards/reporting-cards.ts';
import { extendOrderSpan, type RoutingProcess } from '../../ledger/routing.ts';
import type { PersonShare } from './people.ts';
import { changeProcess, takeReportId, type ReportChunk } from './report-chunk.ts';
import type { OfflineMarks } from './report-fields.ts';

export interface StartReportInput extends OfflineMarks {
  processId: number;
  quantity: number;
  deviceId: number | null;
  phase: 'preparation' | 'run' | 'stop';
  /** Whether the report is about the rework of bad pieces; the default is false. */
  isRework?: boolean;
  /** The people and their shares of the report in percent. If all ratios are null, the shares are equal. */
  people: { employeeId: number; ratio: number | null }[];
  at: string | null;
  source: 'screen' | 'barcode' | 'kiosk' | 'offline' | 'import' | 'api';
  /** Identifies the batch to which the report belongs; null or absent for a single report. */
  batchId?: string | null;
  /** The card by which the work is reported; null or absent if there is none. */
  cardId?: number | null;
  /** The reason why the started work is not the next work of the released plan. */
  skipReasonId?: number | null;
  skipReason?: string | null;
}

/** The work that a new report describes: what is started, when, and by whom. */
interface OpenReportInput extends Pick<
  StartReportInput,
  'quantity' | 'deviceId' | 'phase' | 'isRework' | 'source' | 'batchId' | 'cardId' | 'timeCorrected'
> {
  startedAt: string;
  shares: readonly PersonShare[];
}

/**
 * Opens a report, and moves its pieces from machinable to in work. If too few pieces are machinable, it first
 * receives the missing pieces. A rework report moves its pieces from `reworkOpen` to in rework instead.
 * @returns the id of the report
 */
export function openReport(chunk: ReportChunk, process: RoutingProcess, input: OpenReportInput): number {
  const { quantity, deviceId, phase, source, startedAt, shares } = input;
  const { batchId = null, cardId = null, timeCorrected = false, isRework = false } = input;
  const reportId = takeReportId(chunk);
  chunk.pending.newReports.push({
    id: reportId,
    kind: 'start',
    phase,
    isRework,
    processId: process.id,
    deviceId,
    startedAt,
    started: quantity,
    source,
    batchId,
    cardId,
    timeCorrected,
    people: shares,
  });
  changeProcess(chunk, process, reportId, () => {
    process.openReports += 1;
    process.hasRun ||= phase === 'run';
    if (isRework) return postMovement(process, 'reworkOpen', 'inRework', quantity, { reportId });
    const missingQuantity = Math.max(0, subtractQuantities(quantity, process.machinable));
    return [
      ...postMovement(process, 'supply', 'machinable', missingQuantity, { reportId }),
      ...postMovement(process, 'machinable', 'inWork', quantity, { reportId }),
    ];
  });
  if (!isRework) addCardWork(chunk.cards, cardId, process.id, quantity);
  extendOrderSpan(chunk.routing, process, startedAt, null);
  return reportId;
}

/** Builds the answer about a process: its state and its main quantities. */
export const buildProcessAnswer = (process: RoutingProcess) => ({
  processId: process.id,
  state: process.state,
  arrived: process.arrived,
  received: process.received,
  receivable: calculateReceivableQuantity(process),
  machinable: process.machinable,
  inWork: process.inWork,
  good: process.good,
  scrap: process.scrap,
  reworkOpen: process.reworkOpen,
  inRework: process.inRework,
});
