import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';

const outsourcingListPage: EntityPage = {
  entity: entities.outsourcingOrder as EntityDeclaration,
  title: 'outsourcingOrders',
  listPath: '/outsourcing',
  editPath: (row) => `/outsourcing/${row ? row.id : 'new'}`,
  firstColumnsOnPhone: ['code', 'supplierId', 'state', 'expectedDate'],
};

/** The list of outsourcing orders. */
export function OutsourcingListScreen() {
  const navigate = useNavigate();
  return <EntityListPage page={outsourcingListPage} onAdd={() => void navigate('/outsourcing/new')} />;
}
