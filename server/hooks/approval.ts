import { fail } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { Hooks } from './hooks.ts';

/** Each step of a chain names who decides it: those of a role, a person, or both. */
export const approvalHooks: Hooks = {
  beforeSave: async (_work, next) => {
    const steps = next.steps as { roleId: number | null; employeeId: number | null }[];
    const problems: FieldProblems = {};
    for (const [index, { roleId, employeeId }] of steps.entries()) {
      if (roleId === null && employeeId === null) problems[`steps[${index}].roleId`] = { reason: 'required' };
    }
    if (Object.keys(problems).length > 0) throw fail('fieldsInvalid', {}, problems);
  },
};
