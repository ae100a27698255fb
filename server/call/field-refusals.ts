import { makeError, type MesError } from '#shared/kernel/errors.ts';
import { getFieldLabel, type Field } from '#shared/kernel/fields.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { countDecimals } from '#shared/ledger/quantity.ts';
import type { TermKey } from '#shared/terms/index.ts';

/**
 * Makes the error for a value that another row already has. A value of a field that is unique `forEver` stays
 * taken even after the other row is deleted.
 */
export const makeValueTakenError = (name: string, field: Field, value: string): MesError =>
  makeError(
    field.unique === 'forEver' ? 'codeNeverFree' : 'codeDuplicated',
    { field: markAsTerm(getFieldLabel(name, field)), value },
    { [name]: { reason: 'repeated' } },
  );

/**
 * Makes the error for a reference to a missing row.
 * @param fieldPath the name of the field in the call, for example `deviceId`, or
 * `lines[2].deviceId` for a field of a line
 */
export const makeReferenceMissingError = (fieldPath: string, label: TermKey): MesError =>
  makeError('referenceMissing', { field: markAsTerm(label) }, { [fieldPath]: { reason: 'notAReference' } });

/**
 * Refuses a value with more digits after the point than the field allows.
 * @param fieldPath the name of the field in the call
 * @throws fieldsInvalid
 */
export function refuseTooManyDecimals(fieldPath: string, value: number, decimals: number): void {
  if (countDecimals(value) > decimals)
    throw makeError(
      'fieldsInvalid',
      {},
      { [fieldPath]: { reason: 'tooManyDecimals', params: { decimals } } },
    );
}
