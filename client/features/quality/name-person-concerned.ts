import type { AnyRow } from '#client/crud/row.ts';

/** Names whom a penalty or reward concerns: an employee, a supplier, or a person without an account. */
export const namePersonConcerned = ({
  labels,
  personName,
}: Pick<AnyRow, 'labels'> & { personName?: unknown }): string =>
  labels['employeeId'] ?? [labels['supplierId'], personName].filter(Boolean).join(' ');
