import { InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { OrderWithPart, WhereUsed } from '#shared/answers/routing/where-used.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { makeOpenRowPath } from '#client/kit/pages/open-path.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import '#client/crud/page-head.css';
import './where-used.css';

function OrdersTable({ orders }: { orders: readonly OrderWithPart[] }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <table className="plain-table">
      <TableHead
        heads={[
          t('workOrder'),
          t('orderState'),
          t('part'),
          t('goesIntoAssembly'),
          { words: t('quantity'), className: 'figure' },
          { words: t('good'), className: 'figure' },
          t('lastMade'),
        ]}
      />
      <tbody>
        {orders.map((row) => (
          <tr key={row.partId}>
            <td>
              <Link to={`/order/${row.orderId}?part=${row.partId}`}>{row.orderCode}</Link> {row.orderName}
            </td>
            <td>
              <StateMark state={row.orderState} />
            </td>
            <td>{row.partName}</td>
            <td>{row.parentName === null ? '—' : `${row.parentCode} ${row.parentName}`}</td>
            <td className="figure">{formatNumber(row.quantity)}</td>
            <td className="figure">{formatNumber(row.good)}</td>
            <td>{row.lastMadeAt ? formatMoment(row.lastMadeAt, zone) : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DocumentsTable({ documents }: Pick<WhereUsed, 'documents'>) {
  const t = useT();
  const user = useUser();
  return (
    <table className="plain-table">
      <TableHead heads={[t('documentType'), t('code'), t('name'), t('edition'), t('editionState')]} />
      <tbody>
        {documents.map(({ kind, id, code, name, edition, state }) => (
          <tr key={id}>
            <td>{t(kind)}</td>
            <td>
              {hasPermission(user, getReadPermission(entities[kind].permission)) ? (
                <Link to={makeOpenRowPath(kind, id)}>{code}</Link>
              ) : (
                code
              )}
            </td>
            <td>{name}</td>
            <td>{edition}</td>
            <td>
              <StateMark state={state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TimesTable({ times }: Pick<WhereUsed, 'times'>) {
  const t = useT();
  const formatMinutes = (minutes: number | null) =>
    minutes === null ? '—' : `${formatNumber(minutes, 2)} ${t('minutes')}`;
  return (
    <table className="plain-table">
      <TableHead
        heads={[
          t('process'),
          t('craft'),
          { words: t('countedReports'), className: 'figure' },
          { words: t('pieceCount'), className: 'figure' },
          { words: t('medianPerPiece'), className: 'figure' },
          { words: t('standardPerPiece'), className: 'figure' },
        ]}
      />
      <tbody>
        {times.map((row) => (
          <tr key={`${row.craftId} ${row.name}`}>
            <td>{row.name}</td>
            <td>{row.craftCode}</td>
            <td className="figure">{formatNumber(row.reports)}</td>
            <td className="figure">{formatNumber(row.pieces)}</td>
            <td
              className={
                row.standardMinutes !== null && row.medianMinutes > row.standardMinutes
                  ? 'figure slower-than-standard'
                  : 'figure'
              }
            >
              {formatMinutes(row.medianMinutes)}
            </td>
            <td className="figure">{formatMinutes(row.standardMinutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the orders, assemblies and documents that use a part code, and how long its operations have taken. */
export function WhereUsedScreen() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const code = address.get('code') ?? '';
  const [typedCode, setTypedCode] = useState(code);
  const { data } = useQuery({
    queryKey: queryKeys.entity('part', 'whereUsed', { code }),
    queryFn: ({ signal }) => call<WhereUsed>(`${entities.part.path}/whereUsed`, { code }, { signal }),
    enabled: code !== '',
    meta: { watches: ['part', 'process', 'workOrder', 'workReport'], pace: 5000 },
  });
  const searchCode = (event: FormEvent) => {
    event.preventDefault();
    const searchedCode = typedCode.trim();
    setAddress(searchedCode === '' ? {} : { code: searchedCode });
  };
  const isUsedNowhere = data && data.orders.length === 0 && data.documents.length === 0;
  return (
    <section className="where-used" aria-label={t('whereUsed')}>
      <header className="page-head">
        <h1>{t('whereUsed')}</h1>
        <form className="where-used-search" role="search" onSubmit={searchCode}>
          <InputGroup
            leftIcon={<SearchIcon />}
            placeholder={t('partCode')}
            aria-label={t('partCode')}
            value={typedCode}
            maxLength={60}
            autoFocus={code === ''}
            onChange={(event) => setTypedCode(event.target.value)}
          />
        </form>
      </header>
      {code === '' && <p className="where-used-hint">{t('whereUsedHint')}</p>}
      {isUsedNowhere && <p className="where-used-hint">{t('nowhereUsed', { code })}</p>}
      {data && data.orders.length > 0 && (
        <section aria-label={t('workOrders')}>
          <h2>
            {t('workOrders')} <span className="page-count">{formatNumber(data.orderCount, 0)}</span>
          </h2>
          <OrdersTable orders={data.orders} />
          {data.orderCount > data.orders.length && (
            <p className="where-used-hint">
              {t('shownOfMany', { shown: data.orders.length, count: data.orderCount })}
            </p>
          )}
        </section>
      )}
      {data && data.times.length > 0 && (
        <section aria-label={t('timesOfPart')}>
          <h2>{t('timesOfPart')}</h2>
          <TimesTable times={data.times} />
        </section>
      )}
      {data && data.documents.length > 0 && (
        <section aria-label={t('documentsOfPart')}>
          <h2>{t('documentsOfPart')}</h2>
          <DocumentsTable documents={data.documents} />
        </section>
      )}
    </section>
  );
}
