import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  countBadPieces,
  type InspectedCharacteristic,
  type InspectedValue,
} from '#shared/quality/inspection.ts';
import { findViolatedLimit } from '#shared/reporting/report-entries.ts';
import { refuseTooManyDecimals } from '../../call/field-refusals.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { getNextInspectionState, lockInspection, type StoredInspection } from './lock-inspection.ts';
import { lockUsedGauges } from './gauges.ts';
import { readCharacteristics, readValues } from './read-detail.ts';

interface RequestedValue {
  seq: number;
  sampleNumber: number;
  value: number | null;
  judgement: 'judgedOk' | 'judgedNotOk' | null;
  gaugeId: number | null;
  replaces: boolean;
}

/**
 * Finds the characteristic to which a value belongs.
 * @throws fieldsInvalid if there is no such characteristic, or the characteristic is not checked on this
 * piece
 */
function findCharacteristic(
  characteristics: readonly InspectedCharacteristic[],
  { seq, sampleNumber }: RequestedValue,
  fieldPath: string,
): InspectedCharacteristic {
  const characteristic = characteristics.find((candidate) => candidate.seq === seq);
  if (!characteristic)
    throw makeError('fieldsInvalid', {}, { [`${fieldPath}.seq`]: { reason: 'notAChoice' } });
  if (sampleNumber > characteristic.sampleCount)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`${fieldPath}.sampleNumber`]: { reason: 'tooLarge', params: { max: characteristic.sampleCount } } },
    );
  return characteristic;
}

/**
 * Decides whether a value is acceptable. A measured characteristic needs a number. A judged characteristic
 * needs a judgement.
 * @throws fieldsInvalid
 */
function isValueAcceptable(
  characteristic: InspectedCharacteristic,
  requestedValue: RequestedValue,
  fieldPath: string,
): boolean {
  const [requiredField, forbiddenField] =
    characteristic.kind === 'measured'
      ? (['value', 'judgement'] as const)
      : (['judgement', 'value'] as const);
  if (requestedValue[requiredField] === null)
    throw makeError('fieldsInvalid', {}, { [`${fieldPath}.${requiredField}`]: { reason: 'required' } });
  if (requestedValue[forbiddenField] !== null)
    throw makeError('fieldsInvalid', {}, { [`${fieldPath}.${forbiddenField}`]: { reason: 'notAsked' } });
  if (requestedValue.value === null) return requestedValue.judgement === 'judgedOk';
  refuseTooManyDecimals(`${fieldPath}.value`, requestedValue.value, characteristic.decimals);
  return findViolatedLimit(characteristic, requestedValue.value) === null;
}

/**
 * Refuses to replace a value that was entered before, unless the new value has `replaces`.
 * @throws inspectionValueTaken
 */
function refuseTakenValue(
  storedValues: readonly InspectedValue[],
  { name }: InspectedCharacteristic,
  { seq, sampleNumber, value, judgement, replaces }: RequestedValue,
): void {
  const storedValue = storedValues.find(
    (candidate) => candidate.seq === seq && candidate.sampleNumber === sampleNumber,
  );
  if (!storedValue || replaces) return;
  const isUnchanged =
    value === null ? storedValue.isOk === (judgement === 'judgedOk') : storedValue.value === value;
  if (!isUnchanged)
    throw makeError('inspectionValueTaken', { name, number: sampleNumber, by: storedValue.by ?? '' });
}

/** Writes values. Each row also gets the present name and limits of its characteristic. */
async function writeValues(
  { db, factoryId, now }: Transaction,
  user: CurrentUser,
  inspection: StoredInspection,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await sql`insert into inspection_value (factory_id, inspection_id, seq, sample_number, part_code, characteristic, kind, value,
      is_ok, nominal, lower_limit, upper_limit, unit, gauge, gauge_id, gauge_problem, process_id, craft_id, device_id,
      employee_id, at)
    select p.factory_id, ${inspection.id}::bigint, v.seq, v.sample_number, ${inspection.partCode}::text, v.characteristic, v.kind,
      v.value, v.is_ok, v.nominal, v.lower_limit, v.upper_limit, v.unit, v.gauge, v.gauge_id,
      v.gauge_problem, p.id, p.craft_id, ${inspection.deviceId}::bigint, ${user.employeeId}::bigint, ${now}::timestamptz
    from process p, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (seq integer, sample_number integer,
      characteristic text, kind text, value numeric, is_ok boolean, nominal numeric, lower_limit numeric, upper_limit numeric,
      unit text, gauge text, gauge_id bigint, gauge_problem text)
    where p.factory_id = ${factoryId} and p.id = ${inspection.processId}
    on conflict (factory_id, inspection_id, seq, sample_number) do update
      set value = excluded.value, is_ok = excluded.is_ok, gauge = excluded.gauge, gauge_id = excluded.gauge_id,
        gauge_problem = excluded.gauge_problem, employee_id = excluded.employee_id, at = excluded.at
      where inspection_value.value is distinct from excluded.value or inspection_value.is_ok <> excluded.is_ok
        or inspection_value.gauge_id is distinct from excluded.gauge_id`.execute(db);
}

/**
 * Enters values of an inspection. A value that is not acceptable is stored too.
 * @returns the number of bad pieces in the sample so far
 * @throws rowNotFound, inspectionState, fieldsInvalid, inspectionValueTaken, gaugeUnfit
 */
export async function enterInspectionValues(
  tx: Transaction,
  user: CurrentUser,
  input: { id: number; values: readonly RequestedValue[] },
) {
  const inspection = await lockInspection(tx, input.id);
  getNextInspectionState(inspection, 'enterValues');
  if (input.values.length === 0) throw makeError('fieldsInvalid', {}, { values: { reason: 'required' } });
  const characteristics = await readCharacteristics(
    tx.db,
    tx.factoryId,
    inspection.sipId,
    inspection.sampleCount,
  );
  const storedValues = await readValues(tx.db, tx.factoryId, inspection.id);
  const seenKeys = new Set<string>();
  const judgedValues = input.values.map((requestedValue, index) => {
    const fieldPath = `values[${index}]`;
    const characteristic = findCharacteristic(characteristics, requestedValue, fieldPath);
    const key = `${requestedValue.seq} ${requestedValue.sampleNumber}`;
    if (seenKeys.has(key))
      throw makeError('fieldsInvalid', {}, { [`${fieldPath}.sampleNumber`]: { reason: 'repeated' } });
    seenKeys.add(key);
    const isOk = isValueAcceptable(characteristic, requestedValue, fieldPath);
    refuseTakenValue(storedValues, characteristic, requestedValue);
    return { ...requestedValue, characteristic, isOk, fieldPath };
  });
  const gauges = await lockUsedGauges(tx, user, judgedValues);
  const rows = judgedValues.map(({ seq, sampleNumber, value, gaugeId, characteristic, isOk }) => {
    const gauge = gaugeId === null ? null : gauges.get(gaugeId)!;
    return {
      seq,
      sample_number: sampleNumber,
      characteristic: characteristic.name,
      kind: characteristic.kind,
      value,
      is_ok: isOk,
      nominal: characteristic.nominal,
      lower_limit: characteristic.lowerLimit,
      upper_limit: characteristic.upperLimit,
      unit: characteristic.unit,
      gauge: gauge?.code ?? characteristic.tool,
      gauge_id: gaugeId,
      gauge_problem: gauge?.problem ?? null,
    };
  });
  await writeValues(tx, user, inspection, rows);
  const badCount = countBadPieces(await readValues(tx.db, tx.factoryId, inspection.id));
  const version = await writeChange(
    tx,
    'inspection',
    inspection,
    { badCount },
    { action: 'enterValues', after: { values: input.values } },
  );
  return { id: inspection.id, version, badCount };
}
