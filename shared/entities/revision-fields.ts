import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { choice, moment, number, text } from '#shared/kernel/fields.ts';
import { REVISION_STATES } from '#shared/machines/revision.ts';

/**
 * The fields that all documents with revisions share: revisions with the same code form a sequence.
 */
export const revisionFields = {
  code: text({ required: true, max: 40 }),
  name: text({ required: true, max: 100 }),
  edition: number({ min: 1, decimals: 0, initial: 1 }),
  state: choice(REVISION_STATES, { initial: 'draft', label: 'editionState' }),
  /** The changes in this revision. */
  editionNote: text({ max: 500 }),
  publishedAt: moment(),
} as const;

/** The fields that only publishing and revising set. */
export const REVISION_DERIVED_FIELDS = ['edition', 'state', 'publishedAt'] as const;

/** Whether an entity has revisions. */
export const hasRevisions = ({ fields }: EntityDeclaration): boolean =>
  fields['edition'] === revisionFields.edition;
