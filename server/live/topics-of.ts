import { TOPICS, type Topic } from '#shared/kernel/entity.ts';
import { can, PRODUCTION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const NONE: readonly Topic[] = [];
/** The topics of users without production permissions. */
const MASTER_DATA: readonly Topic[] = ['setting', 'device'];

/**
 * The topics that a user receives. A message contains an entity and ids, but no data. Customers and
 * suppliers receive no topics, because the ids would reveal how many rows there are. Users who must
 * change their password first receive none either.
 */
export function topicsOf(user: CurrentUser): readonly Topic[] {
  if (user.mustChangePassword || user.kind === 'customer' || user.kind === 'supplier') return NONE;
  const seesProduction = user.permissions.some(
    (code) => code.startsWith('REPORT_FORM_') || code.startsWith('BOARD_'),
  );
  return seesProduction || can(user, PRODUCTION) ? TOPICS : MASTER_DATA;
}
