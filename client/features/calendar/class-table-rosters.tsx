import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { PeopleIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

type Roster = Entity<'roster'>;
const MAX_SHOWN_ROSTERS = 50;

/**
 * A button with a menu of the rosters that use the class table, at most MAX_SHOWN_ROSTERS. Choosing a
 * roster opens its edit page.
 */
export function ClassTableRosters({ row }: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const query = { filter: { classTableId: row.id }, limit: MAX_SHOWN_ROSTERS };
  const { data } = useQuery({
    queryKey: queryKeys.entity('roster', 'page', query),
    queryFn: ({ signal }) => call<PageAnswer<Roster>>(`${entities.roster.path}/page`, query, { signal }),
  });
  const nameOf = ({ labels }: Roster) =>
    labels.employeeId ?? labels.deviceId ?? labels.workGroupId ?? user.factoryName;
  const menu = (
    <Menu>
      {data?.rows.map((roster) => (
        <MenuItem
          key={roster.id}
          text={`${nameOf(roster)} · ${roster.shiftName ?? t('allShifts')}`}
          label={`${roster.validFrom} – ${roster.validUntil ?? ''}`}
          onClick={() => void navigate(`/system/roster/edit/${roster.id}`)}
        />
      ))}
      {data?.rows.length === 0 && <MenuItem disabled text={t('nobodyWorksByIt')} />}
    </Menu>
  );
  return (
    <DropDown content={menu}>
      <Button
        variant="minimal"
        icon={<PeopleIcon />}
        text={`${t('whoWorksByIt')} ${data ? `(${data.total})` : ''}`}
      />
    </DropDown>
  );
}
