import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { choice, moment, number, text } from '#shared/kernel/fields.ts';
import { REVISION_STATES } from '#shared/machines/revision.ts';

/**
 * The fields that all documents with revisions share. The revisions of a document have the same code.
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

/** The fields that only the server sets, for example when a document is revised or published. */
export const REVISION_DERIVED_FIELDS = ['edition', 'state', 'publishedAt'] as const;

/** Whether an entity has revisions. */
export const hasRevisions = ({ fields }: EntityDeclaration): boolean =>
  fields['edition'] === revisionFields.edition;
