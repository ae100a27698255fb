import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { OwnAccountData } from '#shared/answers/own-account.ts';
import type { Db } from '../../db/database.ts';
import { ACCOUNT_HOLDER_JOINS } from '../../hooks/account-holders.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/** The personal data that users can change themselves, and its version. */
type OwnDataChange = Pick<OwnAccountData, 'version' | 'phone' | 'mail' | 'language'>;

/** Reads the data that the personal center shows. */
export async function readOwnData(db: Db, user: CurrentUser): Promise<OwnAccountData> {
  const result = await sql<OwnAccountData>`
    select coalesce(e.version, u.version, v.version, 1) as version, coalesce(e.phone, u.phone, v.phone) as phone, coalesce(e.mail, u.mail, v.mail) as mail,
      coalesce(a.language, u.language, v.language) as language,
      d.name as department_name, g.name as work_group_name, coalesce(c.short_name, p.short_name) as company_name,
      array(select r.name from account_role h
        join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
        where h.factory_id = a.factory_id and h.account_id = a.id order by 1) as roles
    from account a
    ${ACCOUNT_HOLDER_JOINS}
    left join department d on d.factory_id = e.factory_id and d.id = e.department_id
    left join work_group g on g.factory_id = e.factory_id and g.id = e.work_group_id
    where a.factory_id = ${user.factoryId} and a.id = ${user.accountId}`.execute(db);
  return result.rows[0]!;
}

interface ContactRowForUpdate {
  id: number;
  version: number;
  updatedBy: string;
  updatedAt: string;
  phone: string | null;
  mail: string | null;
}

/** The tables that hold the phone number and the mail address of an account. */
const CONTACT_TABLES = [
  { entity: 'employee', table: 'employee', column: 'employee_id' },
  { entity: 'customerUser', table: 'customer_user', column: 'customer_user_id' },
  { entity: 'supplierUser', table: 'supplier_user', column: 'supplier_user_id' },
] as const;

/**
 * Changes the user's phone, mail and language. Guests and terminals can change only the language.
 * @throws stale if the phone or the mail changes and another request has changed the row meanwhile
 */
export async function saveOwnData(
  tx: Transaction,
  user: CurrentUser,
  change: OwnDataChange,
): Promise<OwnAccountData> {
  const { phone, mail } = change;
  for (const { entity, table, column } of CONTACT_TABLES) {
    const result =
      await sql<ContactRowForUpdate>`select t.id, t.version, t.updated_by, t.updated_at, t.phone, t.mail
      from ${sql.table(table)} t join account a on a.factory_id = t.factory_id and ${sql.ref(`a.${column}`)} = t.id
      where a.factory_id = ${tx.factoryId} and a.id = ${user.accountId} for update of t`.execute(tx.db);
    const row = result.rows[0];
    if (!row || (row.phone === phone && row.mail === mail)) continue;
    refuseStale(row, change.version);
    await sql`update ${sql.table(table)} set phone = ${phone}, mail = ${mail}, version = version + 1, updated_at = now(),
      updated_by = ${tx.name} where factory_id = ${tx.factoryId} and id = ${row.id}`.execute(tx.db);
    const before = { phone: row.phone, mail: row.mail };
    tx.log({ entity, id: row.id, action: 'modify', before, after: { phone, mail } });
    tx.announce('setting', entity, [row.id]);
  }
  await tx.db
    .updateTable('account')
    .set({ language: change.language })
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', user.accountId)
    .execute();
  return readOwnData(tx.db, user);
}
