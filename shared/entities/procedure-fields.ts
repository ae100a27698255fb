import { file, ref, text } from '#shared/kernel/fields.ts';
import { EDITION_DERIVED, editionFields } from './revision-fields.ts';

/** What procedures have besides their content: the craft that they are for, and the document as it was drawn up. */
export const procedureFields = {
  ...editionFields,
  craftId: ref('craft', { required: true }),
  /** For this drawing alone; without one for every part. */
  partCode: text({ max: 60, label: 'onlyPart' }),
  file: file({ label: 'documentFile' }),
} as const;

/** How lists of procedures are shown. */
export const procedureKeys = {
  shownAs: 'name',
  sort: 'code',
  filters: ['craftId', 'state'],
  derived: EDITION_DERIVED,
} as const;
