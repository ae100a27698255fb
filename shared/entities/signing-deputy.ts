import { defineEntity } from '#shared/kernel/entity.ts';
import { date, ref } from '#shared/kernel/fields.ts';

/** A person who may countersign for a signer, from the first day to the last day inclusive. */
export const signingDeputy = defineEntity({
  name: 'signingDeputy',
  path: '/mes/quality/deputy',
  permission: { read: 'PRODUCTION', write: 'QUALITY_DETERMINE' },
  shownAs: 'id',
  sort: '-validFrom',
  topic: 'quality',
  filters: ['employeeId', 'deputyId', 'validFrom'],
  fields: {
    employeeId: ref('employee', { required: true, label: 'signer' }),
    deputyId: ref('employee', { required: true, label: 'deputy' }),
    validFrom: date({ required: true }),
    validUntil: date({ required: true }),
  },
});
