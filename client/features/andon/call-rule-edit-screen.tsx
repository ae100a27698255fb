import { useParams } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { EntityEditPage } from '#client/crud/entity-edit-page.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { useT } from '#client/kit/t.ts';
import { CallTypeInput } from './call-type-input.tsx';

const LIST = '/system/callRule';

const page: EntityPage = {
  title: 'callRules',
  entity: entities.callRule as EntityDeclaration,
  listPath: LIST,
  editPath: (row) => `${LIST}/edit/${row?.id ?? 'new'}`,
  inputs: { typeId: CallTypeInput },
};

/** A rule of calls: of which it speaks, how long it waits, and whom it asks then. */
export function CallRuleEditScreen() {
  const t = useT();
  const { id = '' } = useParams();
  const isNew = id === 'new';
  if (!isNew && !/^[1-9]\d{0,15}$/.test(id)) return <p className="edit-waiting">{t('error.rowNotFound')}</p>;
  return <EntityEditPage key={id} page={page} id={isNew ? null : Number(id)} />;
}
