import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { outbox } from './outbox.ts';
import type { IdentifiedPerson } from './identified-people.ts';
import { undoBar } from './undo-bar-state.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The server's answer to a report. */
interface CommandAnswer {
  reportId: number;
  process: Partial<ProcessProgress>;
}

/** A report that a person makes at a process. */
export interface ReportCommand {
  path: string;
  fields: Record<string, unknown>;
  /** The term of the message after success. The message includes the quantity. */
  says: TermKey;
  quantity: number;
  /** Whether undo reverses the whole report or only its end. */
  undo: 'whole' | 'end';
}

/** Sends a worker's reports for a process and shows refusals as text. */
export function useReportCommand(processId: number, worker: IdentifiedPerson | null) {
  const client = useQueryClient();
  const [refusal, refuse] = useState<string | null>(null);

  const report = async ({ path, fields, says, quantity, undo }: ReportCommand): Promise<void> => {
    if (!worker || outbox.hasCommandFor(processId)) return;
    refuse(null);
    const at = new Date(getServerTime()).toISOString();
    try {
      const { reportId } = await outbox.submit<CommandAnswer>({
        path,
        fields: { ...fields, ...(path.endsWith('/record') || path.endsWith('/receive') ? {} : { at }) },
        employeeId: worker.employeeId,
        token: worker.token,
        processId,
        at,
      });
      undoBar.offer({ reportId, processId, worker, says, quantity, reopen: undo === 'end' });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refuse([error.message, ...Object.values(error.fields)].join(' '));
    } finally {
      for (const name of ['process', 'workReport'] as const)
        void client.invalidateQueries({ queryKey: queryKeys.entity(name) });
    }
  };
  return { report, refusal, forget: () => refuse(null) };
}
