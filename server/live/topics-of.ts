import { CHANGE_TOPICS, type ChangeTopic } from '#shared/kernel/entity.ts';
import { hasPermission, PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const NO_TOPICS: readonly ChangeTopic[] = [];
/** Paired screens get commands instead of topics. */
const KINDS_WITHOUT_TOPICS: ReadonlySet<CurrentUser['kind']> = new Set([
  'customer',
  'supplier',
  'screen',
  'link',
]);
/** The topics of users without production permissions. */
const MASTER_DATA_TOPICS: readonly ChangeTopic[] = ['setting', 'device'];

/**
 * Lists the topics that a user receives. A message contains an entity and ids, but no data. Customers, suppliers and
 * visitors of links receive no topics, because the ids would reveal how many rows there are. Paired screens, and users
 * who must change their password first, receive no topics either.
 */
export function listTopics(user: CurrentUser): readonly ChangeTopic[] {
  if (user.mustChangePassword || KINDS_WITHOUT_TOPICS.has(user.kind)) return NO_TOPICS;
  const seesProduction = user.permissions.some(
    (code) => code.startsWith('REPORT_FORM_') || code.startsWith('BOARD_'),
  );
  return seesProduction || hasPermission(user, PRODUCTION_PERMISSION) ? CHANGE_TOPICS : MASTER_DATA_TOPICS;
}
