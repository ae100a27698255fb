import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QualityDetail, QualityOverview } from '#shared/quality/answers.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useFormCommand } from '../reporting/use-report.ts';

/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const QUALITY_META = { watches: ['qualityException', 'process', 'signingDeputy'], pace: 1000 };

/**
 * Reads how many exceptions are in each state, and the exceptions on which one person must act.
 * @param workerToken the token of the person identified at a terminal; null for the signed-in user
 */
export const useQualityOverview = (workerToken: string | null = null) =>
  useQuery({
    queryKey: queryKeys.entity('qualityException', 'overview', { workerToken }),
    queryFn: ({ signal }) => call<QualityOverview>('/mes/quality/overview', {}, { signal, workerToken }),
    meta: QUALITY_META,
  });

/** Reads an exception with everything that its page shows. The data reloads when it changes. */
export const useQualityDetail = (id: number, workerToken: string | null = null) =>
  useQuery({
    queryKey: queryKeys.entity('qualityException', 'detail', { id, workerToken }),
    queryFn: ({ signal }) => call<QualityDetail>('/mes/quality/detail', { id }, { signal, workerToken }),
    meta: QUALITY_META,
  });

/** Sends the call of a form about an exception. After success it shows the message and closes the dialog. */
export function useQualityCommand<M extends FieldMap>(
  form: Form<M>,
  onClose: () => void,
  workerToken: string | null = null,
) {
  const client = useQueryClient();
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const submit = async (path: string, fields: Record<string, unknown>, message: string) => {
    const answer = await sendCommand(path, fields);
    // After a refusal, the data is read again too, because another user may have changed the exception.
    await client.invalidateQueries({ queryKey: queryKeys.entity('qualityException') });
    if (!answer) return;
    showSuccess(message);
    onClose();
  };
  return { submit, busy, refusal };
}
