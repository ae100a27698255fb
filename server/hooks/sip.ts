import { makeError } from '#shared/kernel/errors.ts';
import { isTabledAql } from '#shared/quality/sampling.ts';
import { makeRevisionHooks } from './revision.ts';
import type { DraftOf, HooksOf } from './hooks.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

type Characteristic = DraftOf<'sip'>['characteristics'][number];

/**
 * Refuses wrong limits of a characteristic. A judged characteristic has neither a nominal value nor
 * limits. A measured characteristic has at least one of these values, and lower ≤ nominal ≤ upper.
 */
function refuseInvalidLimits({ kind, nominal, lower, upper }: Characteristic, path: string): void {
  if (kind === 'judged') {
    const filledEntry = Object.entries({ nominal, lower, upper }).find(([, value]) => value !== null);
    if (filledEntry)
      throw makeError('fieldsInvalid', {}, { [`${path}.${filledEntry[0]}`]: { reason: 'unknown' } });
    return;
  }
  const minUpper = nominal ?? lower;
  if (lower !== null && nominal !== null && lower > nominal)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`${path}.lower`]: { reason: 'tooLarge', params: { max: nominal } } },
    );
  if (upper !== null && minUpper !== null && upper < minUpper)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`${path}.upper`]: { reason: 'tooSmall', params: { min: minUpper } } },
    );
  if (nominal === null && lower === null && upper === null)
    throw makeError('fieldsInvalid', {}, { [`${path}.nominal`]: { reason: 'required' } });
}

type PlannedInspection = DraftOf<'sip'>['inspections'][number];
type InspectionField = keyof PlannedInspection;

/** The fields that each way of sampling uses. The other sampling fields must be empty. */
const FIELDS_BY_SAMPLING: Readonly<Record<PlannedInspection['sampling'], readonly InspectionField[]>> = {
  sampleAll: ['acceptNumber'],
  sampleFixed: ['sampleCount', 'acceptNumber'],
  samplePercentage: ['samplePercent', 'acceptNumber'],
  sampleAql: ['aql', 'inspectionLevel'],
};
const REQUIRED_FIELDS: readonly InspectionField[] = ['sampleCount', 'samplePercent', 'aql'];
const SAMPLING_FIELDS = [...new Set(Object.values(FIELDS_BY_SAMPLING).flat())];

/**
 * Refuses an inspection with a field of another way of sampling, or without a field that its own way of
 * sampling requires. An inspection in process needs an interval. Other kinds of inspection must not have an
 * interval.
 */
function refuseInvalidInspection(inspection: PlannedInspection, path: string): void {
  const makeFieldError = (field: InspectionField, reason: 'required' | 'unknown' | 'notAChoice') =>
    makeError('fieldsInvalid', {}, { [`${path}.${field}`]: { reason } });
  const usedFields = FIELDS_BY_SAMPLING[inspection.sampling];
  for (const field of SAMPLING_FIELDS) {
    const isUsed = usedFields.includes(field);
    if (!isUsed && inspection[field] !== null) throw makeFieldError(field, 'unknown');
    if (isUsed && REQUIRED_FIELDS.includes(field) && inspection[field] === null)
      throw makeFieldError(field, 'required');
  }
  if (inspection.aql !== null && !isTabledAql(inspection.aql)) throw makeFieldError('aql', 'notAChoice');
  const { inspectionKind, everyPieces, everyMinutes } = inspection;
  if (inspectionKind === 'inProcess' && everyPieces === null && everyMinutes === null)
    throw makeFieldError('everyPieces', 'required');
  if (inspectionKind !== 'inProcess' && everyPieces !== null) throw makeFieldError('everyPieces', 'unknown');
  if (inspectionKind !== 'inProcess' && everyMinutes !== null)
    throw makeFieldError('everyMinutes', 'unknown');
}

/**
 * An inspection procedure is a document with revisions. It demands each kind of inspection at most once.
 * Its characteristics have unique sequence numbers, unique names and valid limits. If it demands an
 * inspection, it has at least one characteristic.
 */
export const sipHooks: HooksOf<'sip'> = makeRevisionHooks<DraftOf<'sip'>>('sip', (next) => {
  refuseRepeatedValues(next, 'characteristics', 'seq');
  refuseRepeatedValues(next, 'characteristics', 'name');
  refuseRepeatedValues(next, 'inspections', 'inspectionKind');
  if (next.inspections.length > 0 && next.characteristics.length === 0)
    throw makeError('fieldsInvalid', {}, { characteristics: { reason: 'required' } });
  next.inspections.forEach((inspection, index) =>
    refuseInvalidInspection(inspection, `inspections[${index}]`),
  );
  next.characteristics.forEach((characteristic, index) =>
    refuseInvalidLimits(characteristic, `characteristics[${index}]`),
  );
});
