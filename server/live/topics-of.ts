import { TOPICS, type Topic } from '#shared/kernel/entity.ts';
import { can, PRODUCTION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const NONE: readonly Topic[] = [];
/** Of those who have nothing to do with production: what is set up. */
const SET_UP: readonly Topic[] = ['setting', 'device'];

/**
 * The topics that somebody hears. A message names an entity and ids, no content. Customers and suppliers hear none: ids
 * would count other people's rows. Who must change the password hears none yet.
 */
export function topicsOf(user: CurrentUser): readonly Topic[] {
  if (user.mustChangePassword || user.kind === 'customer' || user.kind === 'supplier') return NONE;
  const counts = user.permissions.some(
    (code) => code.startsWith('REPORT_FORM_') || code.startsWith('BOARD_'),
  );
  return counts || can(user, PRODUCTION) ? TOPICS : SET_UP;
}
