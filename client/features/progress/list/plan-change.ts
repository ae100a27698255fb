import { BATCH_PLAN_FIELDS, SHIFT_DAYS_FIELD, type BatchPlanField } from '#shared/planning/process-list.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { RawFormValues } from '#client/kit/forms/use-form.ts';

/** The fields of the form that plans many processes. */
export const PLAN_FORM_FIELDS = { ...BATCH_PLAN_FIELDS, shiftDays: SHIFT_DAYS_FIELD };

export const PLAN_FIELD_NAMES = Object.keys(BATCH_PLAN_FIELDS) as BatchPlanField[];

/** The date fields, which can be set, emptied or moved by some days. */
export const DATE_NAMES: readonly BatchPlanField[] = ['plannedStart', 'plannedEnd'];

/**
 * Makes the parameters of the call from the values in the form.
 * @returns null if the form is empty, or if a value is invalid
 */
export function makePlanChange(
  formValues: RawFormValues,
  clearedFields: ReadonlySet<BatchPlanField>,
): Record<string, unknown> | null {
  const { values, problems } = validateRecord(PLAN_FORM_FIELDS, formValues);
  if (problems) return null;
  const isDateChosen = DATE_NAMES.some((name) => values[name] !== null || clearedFields.has(name));
  const filledValues = Object.entries(values).filter(
    ([name, value]) =>
      value !== null &&
      !clearedFields.has(name as BatchPlanField) &&
      !(name === 'shiftDays' && (isDateChosen || value === 0)),
  );
  if (filledValues.length === 0 && clearedFields.size === 0) return null;
  return {
    ...Object.fromEntries(filledValues),
    ...(clearedFields.size > 0 ? { cleared: [...clearedFields].join(',') } : {}),
  };
}
