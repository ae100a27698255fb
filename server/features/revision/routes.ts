import { getEntity } from '#shared/entities/index.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import { getActionPermission } from '#shared/kernel/permissions.ts';
import { ENTITIES_WITH_REVISIONS, type EntityWithRevisions } from '../../hooks/revision.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { changeRevisionState } from './move-revision.ts';
import { createNextRevision } from './revise.ts';

const versionField = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 });

const makeRevisionRoutes = (entity: EntityWithRevisions): Route[] => {
  const { path, permission } = getEntity(entity);
  const id = ref(entity, { required: true, label: entity });
  const stateRoutes = (['publish', 'withdraw'] as const).map((event) =>
    defineCommand({
      path: `${path}/${event}`,
      permission: getActionPermission(permission, 'MODIFY'),
      input: { id, version: versionField },
      run: ({ tx, user, input }) => changeRevisionState(tx, entity, user, event, input.id, input.version),
    }),
  );
  return [
    ...stateRoutes,
    defineCommand({
      path: `${path}/revise`,
      permission: getActionPermission(permission, 'ADD'),
      input: { id },
      run: ({ tx, user, input }) => createNextRevision(tx, entity, user, input.id),
    }),
  ];
};

export const revisionRoutes: Route[] = ENTITIES_WITH_REVISIONS.flatMap(makeRevisionRoutes);
