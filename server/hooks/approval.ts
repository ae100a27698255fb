import { makeError } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { HooksOf } from './hooks.ts';

/** Each approval step needs a role, an employee, or both. */
export const approvalHooks: HooksOf<'orderApproval' | 'processApproval'> = {
  beforeSave: async (_tx, next) => {
    const problems: FieldProblems = {};
    for (const [index, { roleId, employeeId }] of next.steps.entries()) {
      if (roleId === null && employeeId === null) problems[`steps[${index}].roleId`] = { reason: 'required' };
    }
    if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
  },
};
