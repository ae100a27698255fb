import { useParams } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { EntityEditPage } from '#client/crud/entity-edit-page.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { useT } from '#client/kit/t.ts';
import { PermissionsInput } from './permissions-input.tsx';

const LIST = '/system/basic/role';

const page: EntityPage = {
  title: 'roles',
  entity: entities.role as EntityDeclaration,
  listPath: LIST,
  editPath: (row) => `${LIST}/edit/${row?.id ?? 'new'}`,
  locked: (row) => row['roleType'] === 'system',
  inputs: { permissions: PermissionsInput },
};

/** A role: its name, and what those who hold it may see and do. */
export function RoleEditScreen() {
  const t = useT();
  const { id = '' } = useParams();
  const isNew = id === 'new';
  if (!isNew && !/^[1-9]\d{0,15}$/.test(id)) return <p className="edit-waiting">{t('error.rowNotFound')}</p>;
  return <EntityEditPage key={id} page={page} id={isNew ? null : Number(id)} />;
}
