import type { QualityDetail } from '#shared/quality/answers.ts';
import { RATIO_TOTAL_PERCENT } from '#shared/rules/report-limits.ts';

/**
 * Divides 100 % equally among people. The first person gets the remainder of the rounding, so that the shares
 * add up to 100 %.
 */
const shareEqually = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => {
    const share = Math.floor((RATIO_TOTAL_PERCENT * 100) / count) / 100;
    return index === 0 ? Math.round((RATIO_TOTAL_PERCENT - share * (count - 1)) * 100) / 100 : share;
  });

/** Proposes the responsible people: those of the previous decision or, without one, the people of the report. */
export function proposePeople({ people, reportPeople }: QualityDetail): Record<string, unknown>[] {
  if (people && people.length > 0)
    return people.map(({ type, employeeId, supplierId, name, ratio }) => ({
      type,
      employeeId,
      supplierId,
      // An employee or a supplier has no name here, because the id determines the name.
      name: type === 'factoryStaff' || type === 'supplier' ? null : name,
      ratio,
    }));
  const shares = shareEqually(reportPeople.length);
  return reportPeople.map(({ employeeId, ratio }, index) => ({
    type: 'factoryStaff',
    employeeId,
    supplierId: null,
    name: null,
    ratio: ratio ?? shares[index],
  }));
}

/** Proposes the signers of the last round of countersigns; empty if there was no round. */
export const proposeSigners = ({ rounds }: QualityDetail): { employeeId: number }[] =>
  rounds.at(-1)?.signers.map(({ employeeId }) => ({ employeeId })) ?? [];
