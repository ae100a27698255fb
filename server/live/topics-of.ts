import { TOPICS, type Topic } from '#shared/kernel/entity.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const NONE: readonly Topic[] = [];

/**
 * The topics that somebody hears. A message names an entity and ids, no content, so everyone of the factory hears all;
 * customers and suppliers hear none: ids would count other people's rows. Who must change the password hears none yet.
 */
export const topicsOf = (user: CurrentUser): readonly Topic[] =>
  user.mustChangePassword || user.kind === 'customer' || user.kind === 'supplier' ? NONE : TOPICS;
