import { Button } from '@blueprintjs/core';
import { AddIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { call } from '#client/kit/wire/call.ts';
import { useT } from '#client/kit/words/t.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { namePersonConcerned } from './name-person-concerned.ts';
import { PenaltyDialog } from './penalty-dialog.tsx';
import { PUNISH_PATH } from './quality-paths.ts';
import { RewardDialog } from './reward-dialog.tsx';

const penaltyListPage: EntityPage = {
  entity: entities.qualityPenalty as EntityDeclaration,
  title: 'qualityPenalties',
  listPath: PUNISH_PATH,
  editPath: (row) => (row ? `${PUNISH_PATH}/${row.id}` : PUNISH_PATH),
  firstColumnsOnPhone: ['employeeId', 'kind', 'amount', 'state'],
  cells: {
    employeeId: (row) => namePersonConcerned(row) || <span className="nothing">—</span>,
    // A penalty belongs to a month, which the server stores as its first day.
    month: (row) => String(row['month']).slice(0, 'YYYY-MM'.length),
  },
};

/** The list of penalties and rewards. A dialog shows the row whose id is in the address. */
export function PenaltyScreen() {
  const t = useT();
  const navigate = useNavigate();
  const [isRewarding, setIsRewarding] = useState(false);
  const id = Number(useParams()['id']) || null;
  const { data } = useQuery({
    queryKey: queryKeys.entity('qualityPenalty', 'get', id ?? 0),
    queryFn: ({ signal }) =>
      call<Entity<'qualityPenalty'>>(`${entities.qualityPenalty.path}/get`, { id: id! }, { signal }),
    enabled: id !== null,
  });
  return (
    <>
      <EntityListPage
        page={penaltyListPage}
        actions={
          <Button
            intent="primary"
            icon={<AddIcon />}
            text={t('addReward')}
            onClick={() => setIsRewarding(true)}
          />
        }
      />
      {isRewarding && <RewardDialog onClose={() => setIsRewarding(false)} />}
      {id !== null && data && (
        <PenaltyDialog key={data.id} penalty={data} onClose={() => void navigate(PUNISH_PATH)} />
      )}
    </>
  );
}
