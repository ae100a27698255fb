import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { proposePenaltyAmount } from '#shared/quality/penalty.ts';
import type { Transaction } from '../../db/transaction.ts';

interface ResponsibleShare {
  responsibleType: 'factoryStaff' | 'generalFactoryStaff' | 'supplier' | 'supplierStaff';
  employeeId: number | null;
  supplierId: number | null;
  personName: string | null;
  ratio: number;
  lostCost: number;
  month: string;
}

/** Proposes a penalty for each person who is responsible for an exception that is finished now. */
export async function proposePenalties(
  tx: Transaction,
  { zone }: Pick<CurrentUser, 'zone'>,
  exceptionId: number,
): Promise<void> {
  const { rows: shares } = await sql<ResponsibleShare>`
    select r.type as responsible_type, r.employee_id, r.supplier_id, r.name as person_name, r.ratio,
      l.lost_material_cost + l.lost_manufacturing_cost as lost_cost,
      date_trunc('month', ${tx.now}::timestamptz at time zone ${zone})::date as month
    from quality_responsible r
      join quality_loss l on l.factory_id = r.factory_id and l.exception_id = r.exception_id
    where r.factory_id = ${tx.factoryId} and r.exception_id = ${exceptionId}
    order by r.position`.execute(tx.db);
  if (shares.length === 0) return;
  const penalties = await tx.db
    .insertInto('qualityPenalty')
    .values(
      shares.map(({ lostCost, ...share }) => {
        const amount = proposePenaltyAmount(share.ratio, lostCost);
        return {
          factoryId: tx.factoryId,
          createdBy: tx.name,
          updatedBy: tx.name,
          exceptionId,
          ...share,
          proposedAmount: amount,
          amount,
        };
      }),
    )
    .returning('id')
    .execute();
  tx.announce(
    'quality',
    'qualityPenalty',
    penalties.map(({ id }) => id),
  );
}
