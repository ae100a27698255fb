import { sql } from 'kysely';
import type { ProposedLoss, QualityDetail } from '#shared/quality/answers.ts';
import type { ReportExample } from './find-report-example.ts';
import type { TestFactory } from './floor.ts';
import { createQualityFactory } from './quality-floor.ts';

/**
 * Raises the exception of the report example.
 * @param findId finds the id of a master or a process by its code
 * @returns a function that determines, posts, traces and finishes the exception. The calls of the product always use
 * the present time, so the function then sets the times of the example. It returns the code of the exception, and the
 * loss that the product proposed for it.
 */
export async function raiseExampleException(
  factory: TestFactory,
  exception: ReportExample['input']['exception'],
  findId: (code: string) => number,
  toInstant: (time: string) => string,
): Promise<() => Promise<{ code: string; proposedLoss: ProposedLoss }>> {
  const quality = await createQualityFactory(factory);
  const { lostHours, lostMaterialCost, lostManufacturingCost, rework, concession, scrap } = exception;
  const people = exception.people.map(({ employee, ratio, type }) => ({
    type,
    employeeId: findId(employee),
    ratio,
  }));
  const discoveryFields = {
    discoveryProcessId: findId(exception.discoveryProcess),
    discovererId: findId(exception.discoverer),
    errorClassId: findId(exception.errorClass),
  };
  const raisedException = await quality.raise(
    { processId: findId(exception.process) },
    { source: exception.from, quantity: exception.quantity, ...discoveryFields },
  );
  return async () => {
    await quality.determine(raisedException, {
      ...{ ...discoveryFields, rework, concession, scrap, people },
      responsibleProcessId: findId(exception.responsibleProcess),
    });
    await quality.sign(raisedException);
    const proposedLoss = await quality.engineer.call<ProposedLoss>('/mes/quality/proposedLoss', {
      id: raisedException.id,
    });
    await quality.trace(raisedException, {
      ...{ lostHours, lostMaterialCost, lostManufacturingCost, people },
      lossReason: 'given in the example',
    });
    await quality.sign(raisedException);
    const [raisedAt, postedAt] = [toInstant(exception.raisedAt), toInstant(exception.postedAt)];
    await factory.connection.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = 'replica'`.execute(transaction);
      await sql`update quality_exception set raised_at = ${raisedAt}, determined_at = ${toInstant(exception.determinedAt)},
      posted_at = ${postedAt}, finished_at = ${toInstant(exception.finishedAt)} where id = ${raisedException.id}`.execute(
        transaction,
      );
      await sql`update ledger_entry set at = case when from_account = 'hold' then ${postedAt}::timestamptz
      else ${raisedAt}::timestamptz end where exception_id = ${raisedException.id}`.execute(transaction);
    });
    const { code } = await factory.call<QualityDetail>('/mes/quality/detail', { id: raisedException.id });
    return { code, proposedLoss };
  };
}
