import { TOPICS, type Topic } from '#shared/kernel/entity.ts';
import { can, PRODUCTION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const NONE: readonly Topic[] = [];
/** The topics of users without production permissions. */
const MASTER_DATA: readonly Topic[] = ['setting', 'device'];

/**
 * The topics that a user receives. A message contains an entity and ids, but no content. Customers and
 * suppliers receive
 * none, because ids would reveal the number of other rows. Users who must change the password receive none
 * yet.
 */
export function topicsOf(user: CurrentUser): readonly Topic[] {
  if (user.mustChangePassword || user.kind === 'customer' || user.kind === 'supplier') return NONE;
  const seesProduction = user.permissions.some(
    (code) => code.startsWith('REPORT_FORM_') || code.startsWith('BOARD_'),
  );
  return seesProduction || can(user, PRODUCTION) ? TOPICS : MASTER_DATA;
}
