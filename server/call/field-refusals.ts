import { fail, type MesError } from '#shared/kernel/errors.ts';
import { labelOf, type Field } from '#shared/kernel/fields.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The refusal of a value that another row has already. */
export const valueTaken = (name: string, field: Field, value: string): MesError =>
  fail(
    field.unique === 'forEver' ? 'codeNeverFree' : 'codeDuplicated',
    { field: termParam(labelOf(name, field)), value },
    { [name]: { reason: 'repeated' } },
  );

/** The refusal of a reference to a row that is not there. @param at the field as the caller sent it, in a line with its place */
export const referenceMissing = (at: string, label: TermKey): MesError =>
  fail('referenceMissing', { field: termParam(label) }, { [at]: { reason: 'notAReference' } });
