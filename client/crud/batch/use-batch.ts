import { useQueryClient } from '@tanstack/react-query';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import type { AnyRow } from '../row.ts';
import { useBatchSender, type BatchResult } from './use-batch-sender.ts';

interface BatchRunner {
  readonly busy: boolean;
  /** The result of the last batch; null if no row was refused or the user has closed the result. */
  readonly result: BatchResult | null;
  readonly closeResult: () => void;
  /**
   * Runs a command of the entity for many rows, by one call.
   * @param verb the verb of the command, as the result shows it
   * @param values the values that each row gets
   * @returns the ids of the refused rows; null if another batch is running, or if the call failed and the
   * user has seen the error
   */
  readonly run: (
    command: string,
    verb: string,
    rows: readonly AnyRow[],
    values?: Record<string, unknown>,
  ) => Promise<ReadonlySet<number> | null>;
}

/** Runs a command for many rows of an entity, and shows the outcome of each row if a row was refused. */
export function useBatch(entity: EntityDeclaration): BatchRunner {
  const t = useT();
  const client = useQueryClient();
  const { busy, result, closeResult, sendLines } = useBatchSender();
  const run: BatchRunner['run'] = async (command, verb, rows, values = {}) => {
    const lines = rows.map((row) => ({
      rowId: row.id,
      id: row.id,
      name: String(row[entity.shownAs] ?? row.id),
      values: { version: row.version, ...values },
    }));
    const outcome = await sendLines(`${entity.path}/${command}`, verb, lines);
    void client.invalidateQueries({ queryKey: queryKeys.entity(entity.name) });
    if (!outcome) return null;
    if (outcome.refusedIds.size === 0) showSuccess(t('batchDone', { verb, count: rows.length }));
    return outcome.refusedIds;
  };
  return { busy, result, closeResult, run };
}
