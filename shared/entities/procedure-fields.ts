import { file, ref, text } from '#shared/kernel/fields.ts';
import { REVISION_DERIVED_FIELDS, revisionFields } from './revision-fields.ts';

/** The fields that SIPs and SOPs share. */
export const procedureFields = {
  ...revisionFields,
  craftId: ref('craft', { required: true }),
  /**
   * The code of the part that the procedure applies to. If it is empty, the procedure applies to
   * all parts.
   */
  partCode: text({ max: 60, label: 'onlyPart' }),
  file: file({ label: 'documentFile' }),
} as const;

/** The entity options that SIPs and SOPs share. */
export const procedureEntityOptions = {
  shownAs: 'name',
  sort: 'code',
  filters: ['craftId', 'state'],
  derived: REVISION_DERIVED_FIELDS,
} as const;
