import { useQueryClient } from '@tanstack/react-query';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { call, send } from '#client/kit/wire/call.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { showError, showSuccess } from '#client/kit/messages/toasts.ts';
import type { AnyRow } from '../row.ts';
import { toSavePayload } from './form-values.ts';

/**
 * The result of a save: the saved row, or the newer row that another user has saved, or null if
 * nothing was saved for another reason.
 */
type SaveResult = { saved: AnyRow } | { newerRow: AnyRow } | null;

/**
 * Returns a function that saves the values of a form as a record. Errors of fields in the form appear at
 * these fields.
 */
export function useSaveRecord(entity: EntityDeclaration, form: Form) {
  const t = useT();
  const client = useQueryClient();
  const { busy: isSaving, sendOnce: sendRequestOnce } = useSendOnce();

  const handleRefusal = async (error: CallError, id: number | null): Promise<SaveResult> => {
    if (error.code === 'stale') return { newerRow: await call<AnyRow>(`${entity.path}/get`, { id }) };
    const hasKnownField = Object.keys(error.fields).some(
      (path) => (path.split('[')[0] ?? path) in form.fields,
    );
    if (hasKnownField) form.refuse(error.fields);
    else if (error.code === 'fieldsInvalid') showError(error.message);
    return null;
  };
  const save = async (id: number | null, version: number | null): Promise<SaveResult> => {
    const values = form.check();
    if (!values) return null;
    const fields = { ...toSavePayload(values), ...(id === null ? {} : { id, version }) };
    return sendRequestOnce<SaveResult>(
      fields,
      async (requestId) => {
        const saved = await send<AnyRow>(`${entity.path}/save`, fields, {
          id: requestId,
          codesShownElsewhere: ['stale', 'fieldsInvalid'],
        });
        client.setQueryData(queryKeys.entity(entity.name, 'get', saved.id), saved);
        await client.invalidateQueries({
          queryKey: queryKeys.entity(entity.name),
          predicate: ({ queryKey }) => queryKey[2] !== 'get' || queryKey[3] !== saved.id,
        });
        showSuccess(t('saved'));
        return { saved };
      },
      (error) => handleRefusal(error, id),
    );
  };
  return { save, saving: isSaving };
}
