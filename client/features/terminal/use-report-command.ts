import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { keptReports } from './offline/kept-reports.ts';
import { readPressClock } from './offline/report-clock.ts';
import { outbox, useIsOutboxStuck } from './outbox.ts';
import type { IdentifiedPerson } from './people/identified-people.ts';
import { undoableReport } from './undo-bar-state.ts';
import type { TermKey } from '#shared/terms/index.ts';

let lastPlaceholderId = 0;
/**
 * Returns a negative number that stands for the id of the report that a start will open. It is used until the server
 * has answered with the real id.
 */
function makePlaceholderId(): number {
  lastPlaceholderId = Math.min(lastPlaceholderId - 1, -Date.now());
  return lastPlaceholderId;
}

/** The server's answer to a report. */
interface ReportCommandAnswer {
  reportId: number;
  process: Partial<ProcessProgress>;
}

/** A report that a person makes at a process. */
export interface ReportCommand {
  path: string;
  fields: Record<string, unknown>;
  /** The term of the message that is shown after success. The message includes the quantity. */
  messageTerm: TermKey;
  quantity: number;
  /** The text of the button that the person pressed. */
  pressed: string;
  /** How many minutes ago the work began; 0 by default. */
  minutesAgo?: number;
  /** Whether undo reverses the whole report or only its end. */
  undo: 'whole' | 'end';
}

/** The ids of the processes whose new state is being loaded after a report. An id occurs once for each report. */
const reloadingProcessIdsStore = createStore<readonly number[]>([]);

/** Loads the new state after a report. Until then, the screen still offers the step that was just reported. */
async function reloadAfterReport(client: QueryClient, processId: number): Promise<void> {
  reloadingProcessIdsStore.set([...reloadingProcessIdsStore.get(), processId]);
  try {
    await Promise.all(
      (['process', 'workReport'] as const).map((name) =>
        client.invalidateQueries({ queryKey: queryKeys.entity(name) }),
      ),
    );
  } finally {
    const processIds = reloadingProcessIdsStore.get();
    reloadingProcessIdsStore.set(processIds.toSpliced(processIds.indexOf(processId), 1));
  }
}

const isProcessBusy = (processId: number): boolean =>
  outbox.isBusyWith(processId) || reloadingProcessIdsStore.get().includes(processId);

/**
 * Returns whether a process cannot take another report now, because a report is being sent or its result is being
 * loaded. The component renders again when that changes.
 */
export function useIsProcessBusy(processId: number): boolean {
  keptReports.useValue();
  useIsOutboxStuck();
  reloadingProcessIdsStore.useValue();
  return isProcessBusy(processId);
}

/**
 * Sends a worker's reports for a process or for a task. While a report for the process is being sent or its result is
 * being loaded, further reports are ignored. While the server cannot be reached, the reports wait in the outbox. The outbox also stores refusals,
 * which `RefusalNotice` shows.
 * @param target the ids of the process and of its part. For work without a process, both ids are the same: the id of
 * the task, of its open report or, for an extra process, of the part. Ids are unique across all tables.
 * The returned function tells whether the server has accepted the report.
 * @param place the names of the process and the part, and the code of the card
 */
export function useReportCommand(
  { processId, partId }: { processId: number; partId: number },
  place: string,
  worker: IdentifiedPerson,
) {
  const client = useQueryClient();

  return async (command: ReportCommand): Promise<boolean> => {
    if (isProcessBusy(processId)) return false;
    const { path, fields, messageTerm, quantity, pressed, minutesAgo = 0, undo } = command;
    try {
      const answer = await outbox.submit<ReportCommandAnswer>({
        path,
        fields,
        time: { field: path.endsWith('/record') ? 'endedAt' : 'at', minutesAgo },
        clock: readPressClock(),
        ...(path.endsWith('/start') ? { placeholderId: makePlaceholderId() } : {}),
        employeeId: worker.employeeId,
        name: worker.name,
        token: worker.token,
        processId,
        partId,
        at: new Date(getServerTime()).toISOString(),
        pressed,
        place,
      });
      const { reportId } = answer;
      undoableReport.offer({
        reportIds: [reportId],
        processId,
        worker,
        messageTerm,
        quantity,
        reopensReports: undo === 'end',
      });
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return false;
    } finally {
      void reloadAfterReport(client, processId);
    }
  };
}
