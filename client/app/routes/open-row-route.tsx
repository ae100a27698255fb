import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { getEntity, type EntityName } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { parseRowId } from '#client/crud/pages/row-address.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import {
  getParentField,
  isEntityName,
  isRowIdEnoughForPath,
  mayOpenEditPage,
  getListPathForRow,
  getRowPagePath,
} from './row-page.ts';
import { ScreenWaiting } from '../shell/screen-waiting.tsx';

type Row = { id: number } & Record<string, unknown>;

function RowRedirect({ entity, id }: { entity: EntityName; id: number }) {
  const user = useUser();
  const mayEdit = mayOpenEditPage(user, entity);
  const isRowIdEnough = isRowIdEnoughForPath(entity) && mayEdit;
  const { data, isError } = useQuery({
    queryKey: queryKeys.entity(entity, 'get', id),
    queryFn: ({ signal }) => call<Row>(`${getEntity(entity).path}/get`, { id }, { signal }),
    enabled: !isRowIdEnough,
  });
  if (isError) return <NotFoundPage />;
  const row: Row | undefined = isRowIdEnough ? { id } : data;
  if (!row) return <ScreenWaiting />;
  const parentField = getParentField(entity);
  if (parentField) {
    const parentEntity = getEntity(entity).fields[parentField]!.to as EntityName;
    return <RowRedirect key={parentEntity} entity={parentEntity} id={Number(row[parentField])} />;
  }
  const pagePath = mayEdit ? getRowPagePath(entity, row) : getListPathForRow(entity, row);
  return pagePath ? <Navigate to={pagePath} replace /> : <NotFoundPage />;
}

/** Redirects to the page that shows a row, so that a link needs only the entity and the id. */
export function OpenRowRoute() {
  const { entity, id: idText } = useParams();
  const id = parseRowId(idText);
  return isEntityName(entity) && id ? (
    <RowRedirect key={`${entity} ${id}`} entity={entity} id={id} />
  ) : (
    <NotFoundPage />
  );
}
