import { choice, flag, refs, text } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';

/** The fields of a user who works for a customer or supplier. */
export const outsideUserFields = {
  /** The user logs in with this code and the code of their company. */
  code: text({ required: true, unique: true, max: 40 }),
  name: text({ required: true, max: 100 }),
  mail: text({ max: 100 }),
  phone: text({ max: 40 }),
  language: choice(LANGS),
  roleIds: refs('role'),
  enabled: flag({ initial: true }),
} as const;
