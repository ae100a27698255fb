import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { KanbanAnswer } from '#shared/answers/boards/kanban.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useSource } from '#client/kit/live/live.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import { CallError } from '#client/kit/wire/call-error.ts';
import { call } from '#client/kit/wire/call.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useDownloadedUrl } from '#client/kit/wire/use-file-url.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { LanguageSelect } from '#client/kit/words/language-select.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { KanbanBoard } from './kanban-board.tsx';
import './kanban.css';

/** How often the heading and the fields of a kanban are read again, in milliseconds. */
const REFETCH_INTERVAL_MS = 30_000;

/** Shows that the orders are live. If they are not, shows a warning with the time at which they were read. */
function LiveNote({ readAt, isLive }: { readAt: string | null; isLive: boolean }) {
  const t = useT();
  const zone = useTimeZone();
  if (readAt === null) return null;
  const time = formatTime(readAt, zone);
  return (
    <p className={isLive ? 'kanban-live' : 'kanban-live is-old'} role="status">
      <span aria-hidden="true">{isLive ? '● ' : '▲ '}</span>
      {isLive ? t('kanbanLive') : t('kanbanNotLive', { time })}
    </p>
  );
}

function Logo({ kanban: { id, logo, customerName } }: { kanban: KanbanAnswer }) {
  const url = useDownloadedUrl('/mes/kanban/logo', logo === null ? null : `kanbanId=${id}&file=${logo}`);
  return url === null ? null : <img className="kanban-logo" src={url} alt={customerName} />;
}

/** Returns the path of the page from which a signed-in user has come to a kanban. */
function getPathBack(user: CurrentUser, id: number): string {
  if (user.kind === 'customer') return '/order';
  return hasPermission(user, 'CUSTOMER_KANBAN_MANAGE') ? `/customerKanban/edit/${id}` : '/boards';
}

const isRowNotFoundError = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'rowNotFound';

/** Shows the heading, the live orders and the factory of a kanban. `data` is undefined until it arrives. */
function LiveKanban({
  id,
  data,
  error,
}: {
  id: number;
  data: KanbanAnswer | undefined;
  error: Error | null;
}) {
  const t = useT();
  const user = useUser();
  const { rows, confirmedAt, freshness, refusalCode } = useSource('/mes/form/customerKanban', {
    kanbanId: String(id),
  });
  const isLive = freshness === 'fresh';
  const isEmpty = confirmedAt !== null && rows.every(({ orderCode }) => orderCode === null);
  return (
    <div className="kanban-page" aria-busy={!data || confirmedAt === null}>
      <header className="kanban-page-head">
        {data && <Logo kanban={data} />}
        <div className="kanban-title">
          <h1>{data?.heading}</h1>
          {data?.note && <p>{data.note}</p>}
        </div>
        <div className="kanban-tools">
          <LiveNote readAt={confirmedAt} isLive={isLive} />
          <LanguageSelect />
          {user.kind !== 'link' && <Link to={getPathBack(user, id)}>{t('goBack')}</Link>}
        </div>
      </header>
      <main className={isLive || confirmedAt === null ? undefined : 'kanban-old'}>
        {!data || confirmedAt === null ? (
          <p className="kanban-message" role="status">
            {refusalCode !== null
              ? t(`error.${refusalCode}` as TermKey)
              : error && !data
                ? error.message
                : t('waitingForData')}
          </p>
        ) : isEmpty ? (
          <p className="kanban-message">{t('kanbanEmpty')}</p>
        ) : (
          <KanbanBoard kanban={data} rows={rows} />
        )}
      </main>
      <footer className="kanban-foot">{data?.factoryName}</footer>
    </div>
  );
}

/** Shows a kanban exactly as its customer sees it. */
export function Kanban({ id }: { id: number }) {
  const user = useUser();
  const { data, error } = useQuery({
    queryKey: ['kanban', 'shown', id],
    queryFn: ({ signal }) =>
      call<KanbanAnswer>(
        '/mes/kanban/shown',
        { kanbanId: id },
        // A visitor with a link has no log-in. The page opens the link again instead of showing the log-in
        // page.
        {
          signal,
          codesShownElsewhere: user.kind === 'link' ? ['rowNotFound', 'notSignedIn'] : ['rowNotFound'],
        },
      ),
    // The page of a deleted kanban stops asking, because a deleted kanban is never restored.
    refetchInterval: ({ state }) => (isRowNotFoundError(state.error) ? false : REFETCH_INTERVAL_MS),
    meta: { watches: ['customerKanban'] },
  });
  return isRowNotFoundError(error) ? <NotFoundPage /> : <LiveKanban id={id} data={data} error={error} />;
}
