import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { EntityEditPage } from '#client/crud/entity-edit-page.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { useUser } from '#client/kit/session.ts';
import { ZoneInput } from './zone-input.tsx';

const AT = '/system/basic/factory';

const page: EntityPage = {
  entity: entities.factory as EntityDeclaration,
  listPath: AT,
  editPath: () => AT,
  inputs: { zone: ZoneInput },
};

/** One's own factory: its name, and whose days, language and money everything is told in. There is no list: nobody sees another. */
export function FactoryScreen() {
  const user = useUser();
  return user && <EntityEditPage key={user.factoryId} page={page} id={user.factoryId} />;
}
