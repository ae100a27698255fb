import { choice, moment, number, text } from '#shared/kernel/fields.ts';
import { REVISION_STATES } from '#shared/machines/revision.ts';

/** What every document that comes in editions has besides its content: editions of one code follow each other. */
export const editionFields = {
  code: text({ required: true, max: 40 }),
  name: text({ required: true, max: 100 }),
  edition: number({ min: 1, decimals: 0, initial: 1 }),
  state: choice(REVISION_STATES, { initial: 'draft', label: 'editionState' }),
  /** What is new in this edition. */
  editionNote: text({ max: 500 }),
  publishedAt: moment(),
} as const;

/** Those that only publishing and revising set. */
export const EDITION_DERIVED = ['edition', 'state', 'publishedAt'] as const;
