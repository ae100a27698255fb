import type { ScenarioKind, ScenarioPatch } from '#shared/answers/schedule.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';

export type PatchField = Exclude<keyof ScenarioPatch, 'kind'>;

/**
 * The fields that each kind of change needs, and the fields that it may have. All other fields must be empty.
 */
export const PATCH_FIELDS_BY_KIND: Readonly<
  Record<ScenarioKind, { needed: readonly PatchField[]; allowed: readonly PatchField[] }>
> = {
  rushOrder: { needed: ['orderId'], allowed: [] },
  otherDueDate: { needed: ['orderId', 'dueDate'], allowed: [] },
  overtimeOfGroup: { needed: ['workGroupId', 'hours'], allowed: ['from', 'until'] },
  machineDown: { needed: ['deviceId', 'until'], allowed: ['from'] },
};
const PATCH_FIELDS: readonly PatchField[] = [
  'orderId',
  'dueDate',
  'workGroupId',
  'deviceId',
  'hours',
  'from',
  'until',
];

/**
 * Finds what is wrong with a scenario: a name without changes, changes without a name, or a change without
 * the fields of its kind. A plan without a name and changes is no scenario.
 */
export function findScenarioProblems(name: string | null, patches: readonly ScenarioPatch[]): FieldProblems {
  const problems: FieldProblems = {};
  if (patches.length > 0 && name === null) problems['name'] = { reason: 'required' };
  if (patches.length === 0 && name !== null) problems['patches'] = { reason: 'required' };
  for (const [index, patch] of patches.entries()) {
    const { needed, allowed } = PATCH_FIELDS_BY_KIND[patch.kind];
    for (const field of PATCH_FIELDS) {
      const isGiven = patch[field] !== null;
      if (!isGiven && needed.includes(field)) problems[`patches[${index}].${field}`] = { reason: 'required' };
      if (isGiven && !needed.includes(field) && !allowed.includes(field))
        problems[`patches[${index}].${field}`] = { reason: 'unknown' };
    }
    if (patch.from !== null && patch.until !== null && patch.from >= patch.until)
      problems[`patches[${index}].until`] = { reason: 'notADate' };
  }
  return problems;
}
