import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { PenaltyDialog } from './penalty-dialog.tsx';
import { PUNISH_PATH } from './quality-paths.ts';

const penaltyListPage: EntityPage = {
  entity: entities.qualityPenalty as EntityDeclaration,
  title: 'qualityPenalties',
  listPath: PUNISH_PATH,
  editPath: (row) => (row ? `${PUNISH_PATH}/${row.id}` : PUNISH_PATH),
  narrowFirst: ['employeeId', 'amount', 'state'],
  // A penalty belongs to a month, which the server stores as its first day.
  cells: { month: (row) => String(row['month']).slice(0, 'YYYY-MM'.length) },
};

/** The list of penalties. The penalty in the address is open in a dialog. */
export function PenaltyScreen() {
  const navigate = useNavigate();
  const id = Number(useParams()['id']) || null;
  const { data } = useQuery({
    queryKey: queryKeys.entity('qualityPenalty', 'get', id ?? 0),
    queryFn: ({ signal }) =>
      call<Entity<'qualityPenalty'>>(`${entities.qualityPenalty.path}/get`, { id: id! }, { signal }),
    enabled: id !== null,
  });
  return (
    <>
      <EntityListPage page={penaltyListPage} />
      {id !== null && data && (
        <PenaltyDialog key={data.id} penalty={data} onClose={() => void navigate(PUNISH_PATH)} />
      )}
    </>
  );
}
