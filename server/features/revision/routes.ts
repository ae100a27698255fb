import { getEntity } from '#shared/entities/index.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import { getActionPermission } from '#shared/kernel/permissions.ts';
import { REVISED_ENTITIES, type RevisedEntity } from '../../hooks/revision.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { moveRevision } from './move-revision.ts';
import { createNextRevision } from './revise.ts';

const versionField = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 });

const makeRevisionRoutes = (entity: RevisedEntity): Route[] => {
  const { path, permission } = getEntity(entity);
  const id = ref(entity, { required: true, label: entity });
  const moves = (['publish', 'withdraw'] as const).map((event) =>
    defineCommand({
      path: `${path}/${event}`,
      permission: getActionPermission(permission, 'MODIFY'),
      input: { id, version: versionField },
      run: ({ work, user, input }) => moveRevision(work, entity, user, event, input.id, input.version),
    }),
  );
  return [
    ...moves,
    defineCommand({
      path: `${path}/revise`,
      permission: getActionPermission(permission, 'ADD'),
      input: { id },
      run: ({ work, user, input }) => createNextRevision(work, entity, user, input.id),
    }),
  ];
};

export const revisionRoutes: Route[] = REVISED_ENTITIES.flatMap(makeRevisionRoutes);
