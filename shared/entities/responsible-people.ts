import { choice, lines, number, ref, text } from '#shared/kernel/fields.ts';

/** The kinds of persons and firms that can be responsible for an exception (specification §6). */
export const RESPONSIBLE_TYPES = [
  'factoryStaff',
  'generalFactoryStaff',
  'supplier',
  'supplierStaff',
] as const;
export type ResponsibleType = (typeof RESPONSIBLE_TYPES)[number];

/**
 * The people who are responsible for an exception, with their shares in percent. Factory staff are employees. General
 * factory staff have no account, so they are entered by name like the staff of a supplier.
 */
export const responsiblePeopleField = lines(
  {
    type: choice(RESPONSIBLE_TYPES, { required: true, label: 'responsibleType' }),
    employeeId: ref('employee'),
    supplierId: ref('supplier'),
    name: text({ max: 100, label: 'personName' }),
    ratio: number({ required: true, min: 0.01, max: 100, label: 'responsibilityRatio' }),
  },
  { max: 50, label: 'responsiblePeople' },
);
