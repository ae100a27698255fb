import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { RowLink } from '#shared/kernel/errors.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { send } from '#client/kit/wire/call.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import type { Form, FormProblems } from '#client/kit/forms/use-form.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const NO_ROWS: readonly RowLink[] = [];

/** The server's answer to a report: the id of the report, and the updated quantities of its process. */
export interface ReportAnswer {
  reportId: number;
  process: Partial<ProcessProgress> &
    Pick<ProcessProgress, 'processId' | 'state' | 'machinable' | 'inWork' | 'good'>;
}

/** The codes of the refusals that the form shows. The input or the current data causes them. */
export const ERRORS_IN_FORM = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) =>
    code === 'fieldsInvalid' ||
    code === 'notYourReport' ||
    (ERRORS[code].flag === null && [404, 409, 422].includes(ERRORS[code].status)),
);

/** The field at which a refusal appears if the server does not name a field. */
const FIELD_BY_ERROR: { readonly [C in ErrorCode]?: string } = {
  previousProcessOpen: 'quantity',
  quantityExceedsMachinable: 'quantity',
  quantityExceedsReceivable: 'quantity',
  quantityExceedsStarted: 'good',
  quantityBelowMinimum: 'good',
  deviceNotNormal: 'deviceId',
  personNotOnJob: 'people',
  manMachineRatioExceeded: 'people',
  timesOverlap: 'people',
  ratioSum: 'people',
  samePersonTwice: 'people',
  notYourReport: 'people',
  durationTooShort: 'at',
  durationTooLong: 'at',
  startAfterEnd: 'at',
  timeAhead: 'at',
  timeTooFarBack: 'at',
  startBeforeOrder: 'at',
};

/**
 * Returns the messages of a refusal by field. It returns null if no field of the form caused the
 * refusal.
 */
function getFieldProblems(error: CallError, form: Form): FormProblems | null {
  const namedFields = Object.keys(error.fields).filter(
    (fieldPath) => (fieldPath.split('[')[0] ?? fieldPath) in form.fields,
  );
  if (error.code === 'fieldsInvalid') return namedFields.length > 0 ? error.fields : null;
  const fieldPath = namedFields[0] ?? FIELD_BY_ERROR[error.code];
  return fieldPath && fieldPath in form.fields ? { [fieldPath]: error.message } : null;
}

/** Reloads the data that a report changes: the processes, the reports, the orders, the parts and the cards. */
export const reloadDataChangedByReport = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    (['process', 'workReport', 'workOrder', 'part', 'card'] as const).map((name) =>
      client.invalidateQueries({ queryKey: queryKeys.entity(name) }),
    ),
  );

/**
 * Sends the call of a form, such as a report. The server executes the call only once, even over a bad
 * connection. A refusal appears at the field that caused it, or else in the form or as a message.
 * @param workerToken the token of the person identified at a terminal; by default the signed-in user's token
 */
export function useFormCommand(form: Form, workerToken?: string | null) {
  const client = useQueryClient();
  const { busy, sendOnce: sendRequestOnce } = useSendOnce();
  const [refusalError, setRefusalError] = useState<CallError | null>(null);

  const handleRefusal = (error: CallError): null => {
    const problems = getFieldProblems(error, form);
    if (problems) form.refuse(problems);
    // No other place shows why the call of a person at a terminal failed.
    else if (workerToken || ERRORS_IN_FORM.includes(error.code)) setRefusalError(error);
    // Another user may have changed the data, so the numbers on the page may be outdated.
    if (error.status === 409 || error.status === 404) void reloadDataChangedByReport(client);
    return null;
  };
  const sendCommand = <T>(path: string, fields: Record<string, unknown>): Promise<T | null> =>
    sendRequestOnce<T | null>(
      [path, fields],
      async (id) => {
        setRefusalError(null);
        const answer = await send<T>(path, fields, { id, codesShownElsewhere: ERRORS_IN_FORM, workerToken });
        const updatedProcess = (answer as Partial<ReportAnswer>).process;
        if (updatedProcess) {
          client.setQueriesData<ProcessProgress[]>(
            { queryKey: queryKeys.entity('process', 'progress') },
            (rows) =>
              rows?.map((row) =>
                row.processId === updatedProcess.processId ? { ...row, ...updatedProcess } : row,
              ),
          );
        }
        void reloadDataChangedByReport(client);
        return answer;
      },
      handleRefusal,
    );
  return {
    sendCommand,
    busy,
    refusal: refusalError?.message ?? null,
    /** The rows that caused the refusal. */
    refusalRows: refusalError?.rows ?? NO_ROWS,
  };
}
