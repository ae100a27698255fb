import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { entities, type EntityName } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { call } from '#client/kit/api.ts';
import { formatNumber } from '#client/kit/formats.ts';
import { queryKeys } from '#client/kit/query-keys.ts';
import type { StateLook } from '#client/kit/state-looks.ts';
import { useT } from '#client/kit/t.ts';
import '#client/kit/state-mark.css';

interface Props {
  entity: EntityName;
  filter: Record<string, unknown>;
  title: TermKey;
  /** The colour of its mark where there is at least one. */
  tone: StateLook['tone'];
  /** The list of what was counted. */
  to?: string;
}

/** How many rows there are of something, live; a press shows them. */
export function CountTile({ entity, filter, title, tone, to }: Props) {
  const t = useT();
  const params = { filter, limit: 1 };
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
