import { sum } from '#shared/ledger/quantity.ts';
import type { Work } from '../../db/work.ts';
import type { Draft } from '../../hooks/hooks.ts';
import { loadFormLayout, applyFormDefaults, refuseIncomplete } from '../../crud/form-layout.ts';

/**
 * Of a report what the factory's form asks for, with what it begins with; refused where something is missing.
 */
async function asArranged<T extends object>(work: Work, input: T, names: readonly string[]): Promise<T> {
  const form = await loadFormLayout(work, 'workReport');
  if (!form) return input;
  const asked = form.filter(({ name }) => names.includes(name));
  const said = await applyFormDefaults(work, asked, { ...input } as Draft);
  refuseIncomplete(asked, said, null);
  return said as T;
}

/**
 * What is said when work begins.
 * @throws fieldsInvalid where the factory asks for more
 */
export const startDefaults = <T extends { deviceId: number | null }>(work: Work, input: T): Promise<T> =>
  asArranged(work, input, ['deviceId']);

/**
 * What is said when it ends; why something is bad is asked only where something is.
 * @throws fieldsInvalid where the factory asks for more
 */
export const endDefaults = <T extends { scrap: number; rework: number }>(work: Work, input: T): Promise<T> =>
  asArranged(work, input, sum(input.scrap, input.rework) > 0 ? ['errorClassId', 'remark'] : ['remark']);
