import { file, ref, text } from '#shared/kernel/fields.ts';
import { REVISION_DERIVED, revisionFields } from './revision-fields.ts';

/** The fields that all procedures share: their craft, and the original document. */
export const procedureFields = {
  ...revisionFields,
  craftId: ref('craft', { required: true }),
  /** The drawing that the procedure applies to; without one it applies to all parts. */
  partCode: text({ max: 60, label: 'onlyPart' }),
  file: file({ label: 'documentFile' }),
} as const;

/** The options that all lists of procedures share. */
export const procedureKeys = {
  shownAs: 'name',
  sort: 'code',
  filters: ['craftId', 'state'],
  derived: REVISION_DERIVED,
} as const;
