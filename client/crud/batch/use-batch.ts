import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getBatchPath, type BatchAnswer } from '#shared/answers/batch.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import type { AnyRow } from '../row.ts';

/** The outcome of one row of a batch. `refusal` is the reason in words; null if the command was done. */
export interface BatchVerdict {
  readonly id: number;
  readonly name: string;
  readonly refusal: string | null;
}

/** The result of a batch in which a row was refused. */
export interface BatchResult {
  readonly verb: string;
  readonly verdicts: readonly BatchVerdict[];
}

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
  const { busy, sendOnce: once } = useSendOnce();
  const [result, setResult] = useState<BatchResult | null>(null);
  const run: BatchRunner['run'] = async (command, verb, rows, values = {}) => {
    const path = getBatchPath(`${entity.path}/${command}`);
    const requestRows = rows.map(({ id, version }) => ({ id, version, ...values }));
    const answer = await once<BatchAnswer | null>(
      [path, requestRows],
      (id) => send<BatchAnswer>(path, { rows: JSON.stringify(requestRows) }, { id }),
      () => null,
    );
    void client.invalidateQueries({ queryKey: queryKeys.entity(entity.name) });
    if (!answer) return null;
    const nameById = new Map(rows.map((row) => [row.id, String(row[entity.shownAs] ?? row.id)]));
    const verdicts = answer.rows.map(({ id, answer: { success, ...refusedAnswer } }): BatchVerdict => ({
      id,
      name: nameById.get(id) ?? String(id),
      refusal: success
        ? null
        : describeRefusal(refusedAnswer as { message: string; fields?: Record<string, string> }),
    }));
    const refusedIds = new Set(verdicts.filter(({ refusal }) => refusal !== null).map(({ id }) => id));
    if (refusedIds.size > 0) setResult({ verb, verdicts });
    else showSuccess(t('batchDone', { verb, count: rows.length }));
    return refusedIds;
  };
  return { busy, result, closeResult: () => setResult(null), run };
}

/** Describes a refusal in words, with the problem of each field. */
export const describeRefusal = ({
  message,
  fields,
}: {
  message: string;
  fields?: Record<string, string>;
}): string => [message, ...new Set(Object.values(fields ?? {}))].join(' ');
