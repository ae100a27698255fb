import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { entities } from '#shared/entities/index.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import { makeValueTakenError } from '../../call/field-refusals.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseInvalidFactory } from '../../hooks/factory.ts';
import { addDarkScreenRule } from './add-dark-screen-rule.ts';
import { createSystemRole } from './first-factory.ts';

interface NewFactoryInput {
  code: string;
  name: string;
  zone: string;
  language: Lang;
  currency: string;
}

/**
 * Adds an empty factory with a system role. The caller becomes a guest of the new factory with this
 * role.
 * @returns the factory's id
 * @throws codeDuplicated, fieldsInvalid; noPermission if the caller has no employee account in the home factory
 */
export async function addFactory(
  tx: Transaction,
  user: CurrentUser,
  input: NewFactoryInput,
): Promise<{ id: number }> {
  refuseInvalidFactory(input);
  const homeAccountResult = await sql<{ factoryId: number; id: number; code: string; factoryCode: string }>`
    select h.factory_id, h.id, h.code, f.code as factory_code from account a
    join account h on h.factory_id = coalesce(a.home_factory_id, a.factory_id) and h.id = coalesce(a.home_account_id, a.id)
    join factory f on f.id = h.factory_id
    where a.factory_id = ${tx.factoryId} and a.id = ${user.accountId} and h.employee_id is not null`.execute(
    tx.db,
  );
  const creator = homeAccountResult.rows[0];
  if (!creator) throw makeError('noPermission');
  const factoryResult = await sql<{
    id: number;
  }>`insert into factory (code, name, zone, language, currency, created_by, updated_by)
    values (${input.code}, ${input.name}, ${input.zone}, ${input.language}, ${input.currency}, ${tx.name}, ${tx.name})
    on conflict (code) do nothing returning id`.execute(tx.db);
  const id = factoryResult.rows[0]?.id;
  if (id === undefined) throw makeValueTakenError('code', entities.factory.fields.code, input.code);
  await addDarkScreenRule(tx.db, id, input.language);
  const roleId = await createSystemRole(tx.db, id);
  const guestResult = await sql<{ id: number }>`
    insert into guest (factory_id, home_factory_code, code, name, accepted_at, created_by, updated_by)
    values (${id}, ${creator.factoryCode}, ${creator.code}, ${user.name}, ${tx.now}, ${tx.name}, ${tx.name})
    returning id`.execute(tx.db);
  const guestId = guestResult.rows[0]!.id;
  await sql`insert into guest_role_ids (factory_id, owner_id, position, target_id)
    values (${id}, ${guestId}, 0, ${roleId})`.execute(tx.db);
  await sql`insert into account (factory_id, kind, code, must_change, guest_id, home_factory_id, home_account_id)
    values (${id}, 'employee', ${creator.code}, false, ${guestId}, ${creator.factoryId}, ${creator.id})`.execute(
    tx.db,
  );
  tx.log({ entity: 'factory', id, action: 'add', after: input });
  // Makes clients reload the current user, because the caller can now switch to the new factory.
  tx.announce('setting', 'permission', null);
  return { id };
}
