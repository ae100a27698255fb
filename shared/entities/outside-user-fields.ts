import { choice, flag, refs, text } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';

/** What the factory knows of somebody who works for a customer or a supplier and may log in. */
export const outsideUserFields = {
  /** What they log in with, beside the code of their company. */
  code: text({ required: true, unique: true, max: 40 }),
  name: text({ required: true, max: 100 }),
  mail: text({ max: 100 }),
  phone: text({ max: 40 }),
  language: choice(LANGS),
  roleIds: refs('role'),
  enabled: flag({ initial: true }),
} as const;
