import { TOPICS, type Topic } from '#shared/kernel/entity.ts';
import { can, PRODUCTION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const NONE: readonly Topic[] = [];
/** The topics of users without production permissions. */
const SET_UP: readonly Topic[] = ['setting', 'device'];

/**
 * The topics that a user receives. A message contains an entity and ids, but no content. Customers and suppliers receive
 * none, because ids would reveal the number of other rows. Users who must change the password receive none yet.
 */
export function topicsOf(user: CurrentUser): readonly Topic[] {
  if (user.mustChangePassword || user.kind === 'customer' || user.kind === 'supplier') return NONE;
  const counts = user.permissions.some(
    (code) => code.startsWith('REPORT_FORM_') || code.startsWith('BOARD_'),
  );
  return counts || can(user, PRODUCTION) ? TOPICS : SET_UP;
}
