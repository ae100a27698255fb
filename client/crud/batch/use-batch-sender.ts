import { useState } from 'react';
import { getBatchPath, type BatchAnswer } from '#shared/answers/batch.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { send } from '#client/kit/wire/call.ts';

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

/** One row of a batch. `rowId` is its id in the call. `id` and `name` belong to the record that the command changes. */
export interface BatchLine {
  readonly rowId: number;
  readonly id: number;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The outcome of a batch: the ids of the refused records, and the answers to the accepted rows. */
interface BatchOutcome<T> {
  readonly refusedIds: ReadonlySet<number>;
  readonly answers: readonly T[];
}

/** Describes a refusal in words, with the problem of each field. */
export const describeRefusal = ({
  message,
  fields,
}: {
  message: string;
  fields?: Record<string, string>;
}): string => [message, ...new Set(Object.values(fields ?? {}))].join(' ');

/**
 * Sends a command for many rows in one call, and stores the outcome of each row if a row was refused.
 * @param workerToken the token of the person identified at a terminal; by default the signed-in user's token
 */
export function useBatchSender(workerToken?: string | null) {
  const { busy, sendOnce } = useSendOnce();
  const [result, setResult] = useState<BatchResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /**
   * Sends the rows of a batch.
   * @param verb the verb of the command, as the result shows it
   * @returns null if another batch is running, or if the whole batch was refused; `problem` is then the reason
   */
  const sendLines = async <T>(
    commandPath: string,
    verb: string,
    lines: readonly BatchLine[],
  ): Promise<BatchOutcome<T> | null> => {
    const path = getBatchPath(commandPath);
    const rows = JSON.stringify(lines.map(({ rowId, values }) => ({ id: rowId, ...values })));
    setProblem(null);
    const answer = await sendOnce<BatchAnswer<T> | null>(
      [path, rows],
      (id) => send<BatchAnswer<T>>(path, { rows }, { id, workerToken }),
      (error) => {
        setProblem(error.message);
        return null;
      },
    );
    if (!answer) return null;
    const verdicts = answer.rows.map(({ answer: row }, index): BatchVerdict => ({
      id: lines[index]!.id,
      name: lines[index]!.name,
      refusal: row.success ? null : describeRefusal(row),
    }));
    const refusedIds = new Set(verdicts.filter(({ refusal }) => refusal !== null).map(({ id }) => id));
    if (refusedIds.size > 0) setResult({ verb, verdicts });
    return {
      refusedIds,
      answers: answer.rows.flatMap(({ answer: row }) => (row.success ? [row.data] : [])),
    };
  };
  return { busy, problem, result, closeResult: () => setResult(null), sendLines };
}
