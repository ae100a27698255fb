import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CountersignStage } from '#shared/machines/quality-exception.ts';
import type { SignedDocument } from '#shared/quality/signed-document.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { loadResponsiblePeople } from '../responsible.ts';

export interface SignerInput {
  employeeId: number;
}

type TracingDocument = Required<
  Pick<
    SignedDocument,
    | 'rootCause'
    | 'preventiveAction'
    | 'lostHours'
    | 'lostMaterialCost'
    | 'lostManufacturingCost'
    | 'lossReason'
  >
>;

/** Builds the SQL of the name of a process with its part and order. */
const buildProcessNameSql = (column: 'process_id' | 'discovery_process_id' | 'responsible_process_id') =>
  sql`(select o.code || ' · ' || t.code || ' · ' || p.seq || ' ' || coalesce(p.name, c.name)
    from process p join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
    where p.factory_id = x.factory_id and p.id = x.${sql.ref(column)})`;

/** Builds the document that the signers of a stage read, from the values of the exception. */
async function buildDocument(
  tx: Transaction,
  exceptionId: number,
  stage: CountersignStage,
): Promise<SignedDocument> {
  const { rows } = await sql<Required<SignedDocument>>`
    select x.code as exception_code, ${buildProcessNameSql('process_id')} as held_at_process, x.source as held_from,
      x.quantity as held_quantity, e.name as error_class, x.description as exception_description, f.sha256 as exception_picture,
      ${buildProcessNameSql('discovery_process_id')} as discovery_process, d.name as discoverer,
      ${buildProcessNameSql('responsible_process_id')} as responsible_process,
      x.rework as handled_by_rework, x.concession as handled_by_concession, x.scrap as handled_by_scrap,
      x.root_cause, x.preventive_action, l.lost_hours, l.lost_material_cost, l.lost_manufacturing_cost,
      l.reason as loss_reason
    from quality_exception x
      left join classification e on e.factory_id = x.factory_id and e.id = x.error_class_id
      left join stored_file f on f.factory_id = x.factory_id and f.id = x.picture
      left join employee d on d.factory_id = x.factory_id and d.id = x.discoverer_id
      left join quality_loss l on l.factory_id = x.factory_id and l.exception_id = x.id
    where x.factory_id = ${tx.factoryId} and x.id = ${exceptionId}`.execute(tx.db);
  const { rootCause, preventiveAction, lostHours, ...row } = rows[0]!;
  const { lostMaterialCost, lostManufacturingCost, lossReason, ...remedies } = row;
  const people = await loadResponsiblePeople(tx.db, tx.factoryId, exceptionId);
  const tracing: TracingDocument = {
    rootCause,
    preventiveAction,
    lostHours,
    lostMaterialCost,
    lostManufacturingCost,
    lossReason,
  };
  return {
    ...remedies,
    heldFrom: markAsTerm(remedies.heldFrom as TermKey),
    responsiblePeople: people.map(({ name, ratio }) => `${name} ${ratio} %`).join(', '),
    ...(stage === 'tracing' ? tracing : {}),
  };
}

/** Returns the SHA-256 of a document. The order of the entries of the document does not change the hash. */
export const hashDocument = (document: SignedDocument): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

/**
 * Refuses a countersign without signers, with a repeated signer, or with a signer who cannot sign.
 * @throws signerMissing, signerTwice, signerCannotLogIn
 */
async function refuseWrongSigners(tx: Transaction, signers: readonly SignerInput[]): Promise<void> {
  if (signers.length === 0) throw makeError('signerMissing', {}, { signers: { reason: 'required' } });
  const ids = signers.map(({ employeeId }) => employeeId);
  const { rows } = await sql<{ id: number; name: string; canSign: boolean }>`
    select e.id, e.name, e.working_status <> 'quit' and exists (select 1 from account a
      where a.factory_id = e.factory_id and a.employee_id = e.id and a.disabled_at is null) as can_sign
    from employee e where e.factory_id = ${tx.factoryId} and e.id = any(${ids}::bigint[])`.execute(tx.db);
  const getName = (id: number) => rows.find((row) => row.id === id)?.name ?? '';
  ids.forEach((id, index) => {
    const field = `signers[${index}].employeeId`;
    if (ids.indexOf(id) < index)
      throw makeError('signerTwice', { name: getName(id) }, { [field]: { reason: 'repeated' } });
    if (!rows.find((row) => row.id === id)?.canSign)
      throw makeError('signerCannotLogIn', { name: getName(id) }, { [field]: { reason: 'notAReference' } });
  });
}

/**
 * Starts a round of a countersign: it stores the present document and its signers.
 * @returns the id of the round
 * @throws signerMissing, signerTwice, signerCannotLogIn
 */
export async function startRound(
  tx: Transaction,
  exceptionId: number,
  stage: CountersignStage,
  signers: readonly SignerInput[],
): Promise<number> {
  await refuseWrongSigners(tx, signers);
  const document = await buildDocument(tx, exceptionId, stage);
  const lastRound = await tx.db
    .selectFrom('qualityRound')
    .select((builder) => builder.fn.max('number').as('number'))
    .where('factoryId', '=', tx.factoryId)
    .where('exceptionId', '=', exceptionId)
    .where('stage', '=', stage)
    .executeTakeFirst();
  const { id } = await tx.db
    .insertInto('qualityRound')
    .values({
      factoryId: tx.factoryId,
      exceptionId,
      stage,
      number: (lastRound?.number ?? 0) + 1,
      document: JSON.stringify(document),
      documentHash: hashDocument(document),
      byName: tx.name,
      at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('qualityRoundSigner')
    .values(
      signers.map(({ employeeId }, position) => ({
        factoryId: tx.factoryId,
        roundId: id,
        position,
        employeeId,
      })),
    )
    .execute();
  return id;
}
