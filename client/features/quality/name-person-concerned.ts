import type { AnyRow } from '#client/crud/row.ts';

/**
 * Returns the name of the employee whom a penalty or reward concerns. If it concerns a supplier, returns the supplier
 * and its person.
 */
export const namePersonConcerned = ({
  labels,
  personName,
}: Pick<AnyRow, 'labels'> & { personName?: unknown }): string =>
  labels['employeeId'] ?? [labels['supplierId'], personName].filter(Boolean).join(' ');
