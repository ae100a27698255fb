import { addQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Draft } from '../../hooks/hooks.ts';
import { loadFormLayout, applyFormDefaults, refuseMissingFields } from '../../crud/form-layout.ts';

/**
 * Applies the factory's form settings for reports to the named fields. It fills in default values
 * and refuses a required field without a value.
 */
async function applyFormSettings<T extends object>(
  tx: Transaction,
  input: T,
  names: readonly string[],
): Promise<T> {
  const form = await loadFormLayout(tx, 'workReport');
  if (!form) return input;
  const fields = form.filter(({ name }) => names.includes(name));
  const values = await applyFormDefaults(tx, fields, { ...input } as Draft);
  refuseMissingFields(fields, values, null);
  return values as T;
}

/**
 * Applies the form settings to the device of a request that starts work.
 * @throws fieldsInvalid if the device is required but missing
 */
export const applyStartFormSettings = <T extends { deviceId: number | null }>(
  tx: Transaction,
  input: T,
): Promise<T> => applyFormSettings(tx, input, ['deviceId']);

/**
 * Applies the form settings to a request that ends work. The settings of the remark always apply. The settings of the
 * error class apply only if the request reports scrap or rework. The settings of the reason for scrap apply only if it
 * reports scrap.
 * @throws fieldsInvalid if a required field is empty
 */
export const applyEndFormSettings = <T extends { scrap: number; rework: number }>(
  tx: Transaction,
  input: T,
): Promise<T> =>
  applyFormSettings(tx, input, [
    'remark',
    ...(addQuantities(input.scrap, input.rework) > 0 ? ['errorClassId'] : []),
    ...(input.scrap > 0 ? ['scrapReasonId'] : []),
  ]);
