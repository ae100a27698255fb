import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type {
  CorrectiveDetail,
  CorrectivesOfException,
  WaitingCorrective,
} from '#shared/quality/corrective.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

const PATH = '/mes/quality/corrective';
/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const CORRECTIVE_META = {
  watches: ['correctiveAction', 'correctiveMeasure', 'qualityException'],
  pace: 1000,
};

/** Reads a corrective action with everything that its page shows. The data reloads when it changes. */
export const useCorrective = (id: number) =>
  useQuery({
    queryKey: queryKeys.entity('correctiveAction', 'detail', id),
    queryFn: ({ signal }) => call<CorrectiveDetail>(`${PATH}/detail`, { id }, { signal }),
    meta: CORRECTIVE_META,
  });

/**
 * Reads the corrective actions of an exception, the open corrective actions to which the exception can be added, and
 * the initial values of a new corrective action.
 */
export const useCorrectivesOfException = (exceptionId: number) =>
  useQuery({
    queryKey: queryKeys.entity('correctiveAction', 'ofException', exceptionId),
    queryFn: ({ signal }) => call<CorrectivesOfException>(`${PATH}/ofException`, { exceptionId }, { signal }),
    meta: CORRECTIVE_META,
  });

/** Reads what waits for the user: measures to complete, and corrective actions that need measures or a check. */
export const useWaitingCorrectives = () =>
  useQuery({
    queryKey: queryKeys.entity('correctiveAction', 'waiting'),
    queryFn: ({ signal }) => call<{ rows: WaitingCorrective[] }>(`${PATH}/waiting`, {}, { signal }),
    meta: CORRECTIVE_META,
  });

/** Sends the call of a form about a corrective action. After success it shows the message and closes the dialog. */
export function useCorrectiveCommand<M extends FieldMap>(form: Form<M>, onClose: () => void) {
  const client = useQueryClient();
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async <A>(
    path: string,
    fields: Record<string, unknown>,
    getMessage: (answer: A) => string,
  ) => {
    const answer = await sendCommand<A>(path, fields);
    // The page is also read again after a refusal, because another user may have changed the corrective action.
    await client.invalidateQueries({ queryKey: queryKeys.entity('correctiveAction') });
    if (!answer) return null;
    showSuccess(getMessage(answer));
    onClose();
    return answer;
  };
  return { submit, busy, refusal };
}
