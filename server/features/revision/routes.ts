import { entityOf } from '#shared/entities/index.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import { toAct } from '#shared/kernel/permissions.ts';
import { REVISED, type Revised } from '../../hooks/revision.ts';
import { command, type Route } from '../../call/route.ts';
import { moveRevision } from './move-revision.ts';
import { revise } from './revise.ts';

const version = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 });

const routesOf = (entity: Revised): Route[] => {
  const { path, permission } = entityOf(entity);
  const id = ref(entity, { required: true, label: entity });
  const moves = (['publish', 'withdraw'] as const).map((event) =>
    command({
      path: `${path}/${event}`,
      permission: toAct(permission, 'MODIFY'),
      input: { id, version },
      run: ({ work, user, input }) => moveRevision(work, entity, user, event, input.id, input.version),
    }),
  );
  return [
    ...moves,
    command({
      path: `${path}/revise`,
      permission: toAct(permission, 'ADD'),
      input: { id },
      run: ({ work, user, input }) => revise(work, entity, user, input.id),
    }),
  ];
};

/** Routes that publish, withdraw and revise documents. */
export const revisionRoutes: Route[] = REVISED.flatMap(routesOf);
