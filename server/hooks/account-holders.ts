import { sql } from 'kysely';

/**
 * The SQL joins from an account `a` to its holder: an employee `e`, a user `u` of a customer `c`, or a user `v` of a
 * supplier `p`. For a holder of another kind, such as a terminal or a guest, all joined columns are null.
 */
export const ACCOUNT_HOLDER_JOINS = sql`
  left join employee e on e.factory_id = a.factory_id and e.id = a.employee_id
  left join customer c on c.factory_id = a.factory_id and c.id = a.customer_id
  left join customer_user u on u.factory_id = a.factory_id and u.id = a.customer_user_id
  left join supplier p on p.factory_id = a.factory_id and p.id = a.supplier_id
  left join supplier_user v on v.factory_id = a.factory_id and v.id = a.supplier_user_id`;
