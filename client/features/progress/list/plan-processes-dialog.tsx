import { Checkbox } from '@blueprintjs/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import {
  BATCH_PLAN_FIELDS,
  type BatchPlanField,
  type ListedProcess,
  type PlannedProcess,
} from '#shared/planning/process-list.ts';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import { describeRefusal, type BatchResult } from '#client/crud/batch/use-batch-sender.ts';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { DATE_NAMES, makePlanChange, PLAN_FIELD_NAMES, PLAN_FORM_FIELDS } from './plan-change.ts';
import { PlanPreview } from './plan-preview.tsx';

interface Props {
  processes: readonly ListedProcess[];
  nameOf: (process: ListedProcess) => string;
  /** Called with the ids of the refused processes. */
  onPlanned: (refusedIds: ReadonlySet<number>) => void;
  onClose: () => void;
}

const PLAN_PATH = '/mes/process/plan';
/** How long the inputs must stay unchanged before the preview is read, in milliseconds. */
const PREVIEW_DELAY_MS = 300;
const NO_CLEARED_FIELDS: ReadonlySet<BatchPlanField> = new Set();

/** Changes the plan of the chosen processes. The planner sees the outcome for each process before confirming. */
export function PlanProcessesDialog({ processes, nameOf, onPlanned, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(PLAN_FORM_FIELDS);
  const [clearedFields, setClearedFields] = useState(NO_CLEARED_FIELDS);
  const { busy, sendOnce } = useSendOnce();
  const [result, setResult] = useState<BatchResult | null>(null);
  const change = makePlanChange(form.values, clearedFields);
  const request = change && {
    processes: processes.map(({ processId, version }) => ({ processId, version })),
    ...change,
  };
  const debouncedRequest = useDebouncedText(JSON.stringify(request), PREVIEW_DELAY_MS);
  const preview = useQuery({
    queryKey: queryKeys.entity('process', 'plan', debouncedRequest),
    queryFn: ({ signal }) =>
      call<BatchAnswer<PlannedProcess>>(
        PLAN_PATH,
        { ...(JSON.parse(debouncedRequest) as object), isPreview: true },
        { signal },
      ),
    enabled: debouncedRequest !== 'null' && result === null,
    placeholderData: keepPreviousData,
  }).data;
  const isDateChosen = DATE_NAMES.some((name) => form.values[name] || clearedFields.has(name));
  const toggleCleared = (name: BatchPlanField) =>
    setClearedFields((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  const submit = async () => {
    if (!form.check() || !request) return;
    const answer = await sendOnce<BatchAnswer<PlannedProcess> | null>(
      request,
      (id) => send<BatchAnswer<PlannedProcess>>(PLAN_PATH, request, { id }),
      () => null,
    );
    void client.invalidateQueries({ queryKey: queryKeys.entity('process') });
    if (!answer) return;
    const names = new Map(processes.map((process) => [process.processId, nameOf(process)]));
    const verdicts = answer.rows.map(({ id, answer: verdict }) => ({
      id,
      name: names.get(id) ?? String(id),
      refusal: verdict.success ? null : describeRefusal(verdict),
    }));
    const refusedIds = new Set(verdicts.filter(({ refusal }) => refusal !== null).map(({ id }) => id));
    onPlanned(refusedIds);
    if (refusedIds.size > 0) {
      setResult({ verb: t('planTogether'), verdicts });
      return;
    }
    showSuccess(t('batchDone', { verb: t('planTogether'), count: verdicts.length }));
    onClose();
  };
  if (result) return <BatchResultDialog result={result} onClose={onClose} />;
  const changedCount =
    preview?.rows.filter(({ answer }) => answer.success && answer.data.isChanged).length ?? 0;
  return (
    <FormDialog
      wide
      title={t('planTogether')}
      subject={
        <>
          <strong>{t('processesChosen', { count: processes.length })}</strong> · {t('planTogetherAbout')}
        </>
      }
      form={form}
      busy={busy}
      confirmsDiscard
      submitText={t('changeProcesses', { count: request ? changedCount : 0 })}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {PLAN_FIELD_NAMES.map((name, index) => (
        <div key={name} className="plan-field">
          <Field
            of={{ fields: PLAN_FORM_FIELDS }}
            name={name}
            disabled={clearedFields.has(name)}
            autoFocus={index === 0}
          />
          <Checkbox
            label={t('clearedFields')}
            aria-label={t('emptyField', { field: getFieldTitle(name, BATCH_PLAN_FIELDS[name], t) })}
            checked={clearedFields.has(name)}
            onChange={() => toggleCleared(name)}
          />
        </div>
      ))}
      <div className="plan-field">
        <Field of={{ fields: PLAN_FORM_FIELDS }} name="shiftDays" disabled={isDateChosen} />
        <p className="field-hint">{t('shiftDaysHint')}</p>
      </div>
      {request && preview ? (
        <PlanPreview processes={processes} nameOf={nameOf} answer={preview} />
      ) : (
        <p className="field-hint">{t(request ? 'loading' : 'previewWaits')}</p>
      )}
    </FormDialog>
  );
}
