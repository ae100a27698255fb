import { sql } from 'kysely';
import { INSTALLATION_PERMISSION_CODES } from '#shared/kernel/permissions.ts';

/**
 * The SQL condition that a row `p` of `role_permissions` takes effect. Permissions that concern the whole
 * installation take effect only in the first factory.
 */
export const PERMISSION_APPLIES_CONDITION = sql`(p.permission <> all(${INSTALLATION_PERMISSION_CODES}::text[])
  or p.factory_id = (select min(first.id) from factory first))`;
