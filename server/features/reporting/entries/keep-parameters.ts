import { makeError } from '#shared/kernel/errors.ts';
import { findViolatedLimit, type ProductionParameter } from '#shared/reporting/report-entries.ts';
import { refuseTooManyDecimals } from '../../../call/field-refusals.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { insertReportLines, type EndedReport, type EnteredEntries } from './report-lines.ts';

/**
 * Stores the measured values of a report, with the present names and limits of the parameters. A value outside the
 * limits is stored and marked.
 * @throws parameterUnknown, parameterMissing if the report has pieces; fieldsInvalid if a value has too many decimals
 * or is given twice
 */
export async function keepParameters(
  tx: Transaction,
  { reportId, processName, pieces }: EndedReport,
  parameters: readonly ProductionParameter[],
  enteredValues: EnteredEntries['parameters'],
): Promise<void> {
  const seenCodes = new Set<string>();
  const rows = enteredValues.map(({ code, value }, index) => {
    const parameter = parameters.find((candidate) => candidate.code === code);
    const fieldPath = `parameters[${index}]`;
    if (!parameter)
      throw makeError(
        'parameterUnknown',
        { code, name: processName },
        { [`${fieldPath}.code`]: { reason: 'notAChoice' } },
      );
    if (seenCodes.has(code))
      throw makeError('fieldsInvalid', {}, { [`${fieldPath}.code`]: { reason: 'repeated' } });
    seenCodes.add(code);
    const { decimals, name, unit, lowerLimit, upperLimit } = parameter;
    refuseTooManyDecimals(`${fieldPath}.value`, value, decimals);
    return {
      code,
      name,
      unit,
      lower_limit: lowerLimit,
      upper_limit: upperLimit,
      value,
      outside_limits: findViolatedLimit(parameter, value) !== null,
    };
  });
  const missingParameter = parameters.find(({ required, code }) => required && !seenCodes.has(code));
  if (missingParameter && pieces > 0)
    throw makeError(
      'parameterMissing',
      { name: missingParameter.name },
      { parameters: { reason: 'required' } },
    );
  await insertReportLines(tx, 'work_report_parameters', reportId, rows);
}
