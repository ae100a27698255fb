import { defineEntity } from '#shared/kernel/entity.ts';
import { lines, number, ref, text } from '#shared/kernel/fields.ts';
import { REVISION_DERIVED_FIELDS, revisionFields } from './revision-fields.ts';

/** A standard routing that can be copied to parts. */
export const processLibrary = defineEntity({
  name: 'processLibrary',
  path: '/mes/process/library',
  permission: 'SYSTEM_STANDARD_LIB',
  shownAs: 'name',
  sort: 'code',
  filters: ['state'],
  pickedBy: ['state'],
  derived: REVISION_DERIVED_FIELDS,
  fields: {
    ...revisionFields,
    /** The code of the part for which the routing was made. */
    partCode: text({ max: 60, label: 'madeForPart' }),
    remark: text({ max: 500 }),
    /** When the routing is copied to a part, empty names and times are replaced by the values of the craft. */
    processes: lines(
      {
        seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
        craftId: ref('craft', { required: true }),
        name: text({ max: 100 }),
        workGroupId: ref('workGroup'),
        deviceId: ref('device'),
        preparationMinutes: number({ unit: 'minutes', min: 0 }),
        deviceMinutes: number({ unit: 'minutes', min: 0 }),
        manMinutes: number({ unit: 'minutes', min: 0 }),
        transferMinutes: number({ unit: 'minutes', min: 0, max: 100_000, decimals: 0 }),
        plannedPeople: number({ min: 1, max: 99, decimals: 0 }),
      },
      { max: 200, label: 'processes' },
    ),
  },
});
