import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { entities, type EntityName } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { toWireFilter, writeListAddress, type ListState } from '#client/crud/list/list-address.ts';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { StateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { findEntityPage } from '../routes/entity-pages.ts';
import '#client/kit/elements/state-mark.css';

interface Props {
  entity: EntityName;
  filter: ListState['filter'];
  title: TermKey;
  /** The tone of the tile if the count is not zero. */
  tone: StateStyle['tone'];
}

/**
 * Returns the address of the filtered list; undefined if the entity is not a work order and has no generated
 * list.
 */
function getListAddress(name: EntityName, filter: ListState['filter']): string | undefined {
  const path = name === 'workOrder' ? '/order' : findEntityPage(name)?.listPath;
  const { sort } = entities[name];
  return path && `${path}?${writeListAddress({ search: '', sort, page: 1, filter }, sort)}`;
}

/**
 * Shows a live count of the rows that match a filter, as a link to their list if `getListAddress` finds one.
 */
export function CountTile({ entity, filter, title, tone }: Props) {
  const t = useT();
  const to = getListAddress(entity, filter);
  const params = { filter: toWireFilter(entities[entity].fields, filter), limit: 1 };
  const { data } = useQuery({
    queryKey: queryKeys.entity(entity, 'page', params),
    queryFn: ({ signal }) => call<PageAnswer<unknown>>(`${entities[entity].path}/page`, params, { signal }),
  });
  const count = data?.total;
  const content = (
    <>
      <span className="count-title">{t(title)}</span>
      <span className="count-number">{count === undefined ? '—' : formatNumber(count, 0)}</span>
    </>
  );
  const className = `count-tile state-${count ? tone : 'idle'}`;
  return to ? (
    <Link className={className} to={to}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  );
}
