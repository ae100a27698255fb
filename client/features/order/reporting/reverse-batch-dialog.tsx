import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getBatchPath, type BatchAnswer, type BatchRun } from '#shared/answers/batch.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { BatchProgressDialog } from '#client/crud/batch/batch-progress.tsx';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import { beginBatchRun, fetchVerdicts, waitForBatchRun } from '#client/crud/batch/batch-runs.ts';
import { describeRefusal, type BatchResult } from '#client/crud/batch/use-batch-sender.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { REASON_FORM_FIELDS } from '#client/production/reporting/report-fields.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { fetchAllRows } from '../use-order.ts';

interface Props {
  batchId: string;
  onClose: () => void;
}

const REASON_FORM = { fields: REASON_FORM_FIELDS };
/** The maximum number of reports that the dialog lists. */
const MAX_LISTED_REPORTS = 100;

/**
 * Reverses all reports of a batch with one reason, and shows the outcome of each report if one was refused. Very many
 * reports are reversed in the background.
 */
export function ReverseBatchDialog({ batchId, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const form = useForm(REASON_FORM_FIELDS);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const [result, setResult] = useState<BatchResult | null>(null);
  const [run, setRun] = useState<BatchRun | null>(null);
  const client = useQueryClient();
  const { busy: isBeginning, runRequest } = useRequestSender();
  // After a lost connection, a call with the same request id finds the batch that has already begun.
  const requestId = useRef(makeRequestId());
  const filter = { batchId, reversesId: null, reversedAt: null };
  const { data } = useQuery({
    queryKey: queryKeys.entity('workReport', 'page', filter),
    queryFn: ({ signal }) =>
      call<PageAnswer<Entity<'workReport'>>>(
        `${entities.workReport.path}/page`,
        { filter, sort: '-id', offset: 0, limit: MAX_LISTED_REPORTS },
        { signal },
      ),
  });
  const reports = data?.rows ?? [];
  const nameOf = ({ labels, good, endedAt, startedAt }: Entity<'workReport'>) =>
    [labels.processId, formatMoment(endedAt ?? startedAt, zone), `${t('good')} ${formatNumber(good)}`].join(
      ' · ',
    );
  const showOutcome = (verdicts: BatchResult['verdicts']) => {
    if (verdicts.some((verdict) => verdict.refusal !== null))
      return setResult({ verb: t('reverseBatch'), verdicts });
    showSuccess(t('reversedNow'));
    onClose();
  };
  const makeRows = (ids: readonly number[], reason: unknown) =>
    ids.map((id) => ({ id, reportId: id, reason }));
  /** Reverses a batch with more reports than the dialog lists. */
  const reverseInBackground = async (reason: unknown) => {
    const allReports = await fetchAllRows<Entity<'workReport'>>(
      entities.workReport.path,
      filter,
      '-id',
      new AbortController().signal,
    );
    const rows = makeRows(
      allReports.map(({ id }) => id),
      reason,
    );
    const id = await beginBatchRun('/mes/report/reverse', rows, requestId.current);
    const endedRun = await waitForBatchRun(id, setRun);
    const refusedVerdicts = await fetchVerdicts(endedRun.id, true);
    setRun(null);
    void client.invalidateQueries({ queryKey: queryKeys.entity('workReport') });
    showOutcome(
      refusedVerdicts.map(({ id: reportId, name, answer }) => ({
        id: reportId,
        name: name ?? String(reportId),
        refusal: describeRefusal(answer as Parameters<typeof describeRefusal>[0]),
      })),
    );
  };
  const submit = async () => {
    const values = form.check();
    if (!values || reports.length === 0) return;
    if ((data?.total ?? 0) > reports.length) return runRequest(() => reverseInBackground(values.reason));
    const rows = makeRows(
      reports.map(({ id }) => id),
      values.reason,
    );
    const answer = await sendCommand<BatchAnswer>(getBatchPath('/mes/report/reverse'), {
      rows: JSON.stringify(rows),
    });
    if (!answer) return;
    showOutcome(
      answer.rows.map(({ id, answer: { success, ...refusal } }) => ({
        id,
        name: nameOf(reports.find((report) => report.id === id)!),
        refusal: success ? null : describeRefusal(refusal as Parameters<typeof describeRefusal>[0]),
      })),
    );
  };
  if (run) return <BatchProgressDialog title={t('reverseBatch')} run={run} onClose={onClose} />;
  if (result) return <BatchResultDialog result={result} hint={null} onClose={onClose} />;
  return (
    <FormDialog
      title={t('reverseBatch')}
      subject={
        <>
          <strong>{t('reportsOfBatch', { count: data?.total ?? 0 })}</strong>
          <br />
          {t('reverseHint')}
        </>
      }
      form={form}
      busy={busy || isBeginning || reports.length === 0}
      refusal={refusal}
      danger
      submitText={t('reverseBatch')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ul className="batch-reports">
        {reports.map((report) => (
          <li key={report.id}>{nameOf(report)}</li>
        ))}
        {(data?.total ?? 0) > reports.length && <li>…</li>}
      </ul>
      <div className="field-across">
        <Field of={REASON_FORM} name="reason" autoFocus />
      </div>
    </FormDialog>
  );
}
