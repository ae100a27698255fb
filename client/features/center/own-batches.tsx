import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchRun } from '#shared/answers/batch.ts';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import {
  cancelBatchRun,
  continueBatchRun,
  fetchVerdicts,
  getBatchVerb,
} from '#client/crud/batch/batch-runs.ts';
import { describeRefusal, type BatchResult } from '#client/crud/batch/use-batch-sender.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { call } from '#client/kit/wire/call.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

/** The interval at which the list reloads while a batch is running, in milliseconds. */
const RELOAD_INTERVAL_MS = 2000;

/** Lists the latest large batches of the user with their outcomes. The user can continue an interrupted batch. */
export function OwnBatches() {
  const t = useT();
  const zone = useTimeZone();
  const { busy, runRequest } = useRequestSender();
  const [result, setResult] = useState<BatchResult | null>(null);
  const { data, refetch } = useQuery({
    queryKey: ['ownBatches'],
    queryFn: ({ signal }) => call<{ rows: BatchRun[] }>('/mes/batch/list', {}, { signal }),
    refetchInterval: (query) =>
      query.state.data?.rows.some(({ state }) => state === 'running') ? RELOAD_INTERVAL_MS : false,
  });
  const titleOf = ({ path, rowCount }: BatchRun) =>
    t('batchOf', { verb: t(getBatchVerb(path)), count: formatNumber(rowCount, 0) });
  const runAndReload = async (run: () => Promise<unknown>) => {
    await runRequest(async () => void (await run()));
    await refetch();
  };
  const showRefusedRows = async (run: BatchRun) => {
    const verdicts = await fetchVerdicts(run.id, true);
    setResult({
      verb: titleOf(run),
      verdicts: verdicts.map(({ id, name, answer }) => ({
        id,
        name: name ?? String(id),
        refusal: describeRefusal(answer as Parameters<typeof describeRefusal>[0]),
      })),
    });
  };
  return (
    <section className="card" aria-labelledby="center-batches">
      <div className="center-card-head">
        <h2 id="center-batches">{t('ownBatches')}</h2>
      </div>
      {!data && <span className="skeleton" />}
      {data?.rows.length === 0 && <p>{t('noBatches')}</p>}
      <ul className="center-sessions">
        {data?.rows.map((run) => (
          <li key={run.id}>
            <div className="center-session-what">
              <strong>{titleOf(run)}</strong>
              <span className="center-mark">{t(`batchRun.${run.state}`)}</span>
              <div>
                {formatMoment(run.createdAt, zone)} ·{' '}
                {t('batchCounts', {
                  done: formatNumber(run.doneCount, 0),
                  refused: formatNumber(run.refusedCount, 0),
                })}
              </div>
            </div>
            {run.refusedCount > 0 && (
              <Button
                variant="outlined"
                text={t('showRefused')}
                disabled={busy}
                onClick={() => void runAndReload(() => showRefusedRows(run))}
              />
            )}
            {run.state === 'interrupted' && (
              <Button
                intent="primary"
                text={t('continueBatch')}
                disabled={busy}
                onClick={() => void runAndReload(() => continueBatchRun(run.id))}
              />
            )}
            {(run.state === 'running' || run.state === 'interrupted') && (
              <Button
                variant="outlined"
                text={t('stopBatch')}
                disabled={busy}
                onClick={() =>
                  void runAndReload(async () => {
                    await cancelBatchRun(run.id);
                    // No server works on an interrupted batch. The batch is therefore continued after the
                    // cancellation, so that a server gives its open rows a verdict.
                    if (run.state === 'interrupted') await continueBatchRun(run.id);
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {result && <BatchResultDialog result={result} hint={null} onClose={() => setResult(null)} />}
    </section>
  );
}
