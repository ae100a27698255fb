import { sql } from 'kysely';
import type { ResponsiblePerson } from '#shared/quality/answers.ts';
import type { ResponsibleType } from '#shared/entities/responsible-people.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { RATIO_TOTAL_PERCENT } from '#shared/rules/report-limits.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';

/** A responsible person as a user has entered it. The type determines which of the references is required. */
export interface ResponsibleInput {
  type: ResponsibleType;
  employeeId: number | null;
  supplierId: number | null;
  name: string | null;
  ratio: number;
}

/** The required fields of a person, by the type of the person. The person has no other fields. */
const FIELDS_BY_TYPE: Readonly<Record<ResponsibleType, readonly ('employeeId' | 'supplierId' | 'name')[]>> = {
  factoryStaff: ['employeeId'],
  generalFactoryStaff: ['name'],
  supplier: ['supplierId'],
  supplierStaff: ['supplierId', 'name'],
};

/** Removes the fields that do not belong to the type of the person, and refuses a missing field. */
function normalizePerson(person: ResponsibleInput, index: number): ResponsibleInput {
  const fields = FIELDS_BY_TYPE[person.type];
  const missingField = fields.find((field) => person[field] === null);
  if (missingField)
    throw makeError('fieldsInvalid', {}, { [`people[${index}].${missingField}`]: { reason: 'required' } });
  return {
    type: person.type,
    ratio: person.ratio,
    employeeId: fields.includes('employeeId') ? person.employeeId : null,
    supplierId: fields.includes('supplierId') ? person.supplierId : null,
    name: fields.includes('name') ? person.name : null,
  };
}

/** Loads the people who are responsible for an exception, with their names. */
export async function loadResponsiblePeople(
  db: Db,
  factoryId: number,
  exceptionId: number,
): Promise<ResponsiblePerson[]> {
  const { rows } = await sql<ResponsiblePerson>`
    select r.type, r.employee_id, r.supplier_id, r.ratio, coalesce(e.name, concat_ws(' ', s.short_name, r.name)) as name
    from quality_responsible r
      left join employee e on e.factory_id = r.factory_id and e.id = r.employee_id
      left join supplier s on s.factory_id = r.factory_id and s.id = r.supplier_id
    where r.factory_id = ${factoryId} and r.exception_id = ${exceptionId}
    order by r.position`.execute(db);
  return rows;
}

/**
 * Writes the people who are responsible for an exception.
 * @param missingError the error if the list is empty
 * @throws responsibleMissing, punishedPersonRequired, responsibleRatioSum, responsibleTwice; fieldsInvalid if a person
 * lacks what its type requires
 */
export async function writeResponsiblePeople(
  tx: Transaction,
  exceptionId: number,
  enteredPeople: readonly ResponsibleInput[],
  missingError: 'responsibleMissing' | 'punishedPersonRequired',
): Promise<void> {
  if (enteredPeople.length === 0) throw makeError(missingError, {}, { people: { reason: 'required' } });
  const people = enteredPeople.map(normalizePerson);
  const sum = addQuantities(...people.map(({ ratio }) => ratio));
  if (sum !== RATIO_TOTAL_PERCENT)
    throw makeError('responsibleRatioSum', { sum }, { people: { reason: 'notAChoice' } });
  const rows = JSON.stringify(
    people.map(({ employeeId, supplierId, ...person }) => ({
      ...person,
      employee_id: employeeId,
      supplier_id: supplierId,
    })),
  );
  await sql`delete from quality_responsible where factory_id = ${tx.factoryId} and exception_id = ${exceptionId}`.execute(
    tx.db,
  );
  await sql`insert into quality_responsible (factory_id, exception_id, position, type, employee_id, supplier_id, name, ratio)
    select ${tx.factoryId}::bigint, ${exceptionId}::bigint, position - 1, type, employee_id, supplier_id, name, ratio
    from rows from (jsonb_to_recordset(${rows}::jsonb)
      as (type text, employee_id bigint, supplier_id bigint, name text, ratio numeric)) with ordinality
      as p (type, employee_id, supplier_id, name, ratio, position)`.execute(tx.db);
  const storedPeople = await loadResponsiblePeople(tx.db, tx.factoryId, exceptionId);
  const names = storedPeople.map(({ type, name }) => JSON.stringify([type, name]));
  const repeatedPerson = storedPeople.find(
    (person, index) =>
      storedPeople.findIndex(
        (otherPerson) =>
          (person.employeeId !== null && person.employeeId === otherPerson.employeeId) ||
          names[storedPeople.indexOf(otherPerson)] === names[index],
      ) < index,
  );
  if (repeatedPerson) throw makeError('responsibleTwice', { name: repeatedPerson.name });
}
