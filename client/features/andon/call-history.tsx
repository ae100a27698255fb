import { Button } from '@blueprintjs/core';
import { CameraIcon } from '@blueprintjs/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { EntityExport } from '#client/crud/transfer/entity-export.tsx';
import { call } from '#client/kit/wire/call.ts';
import { formatMoment, formatClockDifference } from '#client/kit/words/formats.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

interface Props {
  onOpenPicture: (id: number) => void;
}

type AndonCall = Entity<'abnormalCall'>;

const CALLS_PER_PAGE = 30;
const CLOSED_CALLS_FILTER = { state: ['solved', 'cancelled'] };

const formatTimeBetween = (from: string, until: string | null): string | null =>
  until === null ? null : formatClockDifference(from, until);

function ClosedCall({ call: closedCall, onOpenPicture }: Props & { call: AndonCall }) {
  const t = useT();
  const zone = useTimeZone();
  const endedAt = closedCall.solvedAt ?? closedCall.cancelledAt;
  const facts = [
    {
      name: t('acknowledgedAfter'),
      value: formatTimeBetween(closedCall.raisedAt, closedCall.acknowledgedAt),
      personName: closedCall.labels.acknowledgedById,
    },
    {
      name: t('solvedAfter'),
      value: formatTimeBetween(closedCall.raisedAt, closedCall.solvedAt),
      personName: closedCall.labels.solvedById,
    },
  ].filter((fact) => fact.value !== null);
  return (
    <article className="call-ended" data-call={closedCall.code}>
      <header>
        <span className="call-what">
          <span aria-hidden="true">{getStateStyle(closedCall.stops ? 'down' : 'raised').shape}</span>{' '}
          {closedCall.labels.typeId}
          {closedCall.stops && <strong>{t('stops')}</strong>}
        </span>
        <StateMark state={closedCall.state} />
      </header>
      <h2>{closedCall.labels.deviceId ?? closedCall.labels.processId ?? closedCall.code}</h2>
      {(closedCall.solution ?? closedCall.cancelReason ?? closedCall.description) && (
        <p className="call-words">
          {closedCall.solution ?? closedCall.cancelReason ?? closedCall.description}
        </p>
      )}
      <dl>
        {facts.map(({ name, value, personName }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {personName && <span> · {personName}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <footer>
        <span>
          {closedCall.labels.raisedById} · {formatMoment(closedCall.raisedAt, zone)}
          {endedAt && ` – ${formatMoment(endedAt, zone)}`} · {closedCall.code}
        </span>
        {closedCall.picture !== null && (
          <Button
            variant="minimal"
            icon={<CameraIcon />}
            aria-label={t('showPicture')}
            onClick={() => onOpenPicture(closedCall.picture!)}
          />
        )}
      </footer>
    </article>
  );
}

/** Shows the resolved and the withdrawn calls. The call that was raised last comes first. */
export function CallHistory({ onOpenPicture }: Props) {
  const t = useT();
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.entity('abnormalCall', 'page', { filter: CLOSED_CALLS_FILTER }),
    queryFn: ({ signal, pageParam }) =>
      call<PageAnswer<AndonCall>>(
        `${entities.abnormalCall.path}/page`,
        { filter: CLOSED_CALLS_FILTER, sort: '-raisedAt', limit: CALLS_PER_PAGE, offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (lastPage, pages) => {
      const readCount = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return readCount < lastPage.total && lastPage.rows.length > 0 ? readCount : undefined;
    },
  });
  const calls = data?.pages.flatMap((page) => page.rows);
  return (
    <div className="andon-list" aria-busy={!calls && !isError}>
      {!calls && isError && (
        <div className="andon-none">
          <ListEmpty failed onRetry={() => void refetch()} />
        </div>
      )}
      {!calls &&
        !isError &&
        [1, 2, 3].map((index) => <span key={index} className="skeleton andon-skeleton" />)}
      {calls?.length === 0 && (
        <div className="andon-none">
          <h2>{t('noCallsYet')}</h2>
        </div>
      )}
      {calls?.map((closedCall) => (
        <ClosedCall key={closedCall.id} call={closedCall} onOpenPicture={onOpenPicture} />
      ))}
      {calls && calls.length > 0 && (
        <EntityExport name="abnormalCall" filter={CLOSED_CALLS_FILTER} title={t('historyTab')} />
      )}
      {hasNextPage && (
        <Button
          className="andon-more"
          size="large"
          text={t('showMoreRows')}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        />
      )}
    </div>
  );
}
