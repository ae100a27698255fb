import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { CustomerVisibleRouting } from '#shared/answers/outside.ts';
import { LatenessText } from '#client/production/late-mark.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { getFinishDay } from './finish-day.ts';
import { OUTSIDE_RELOAD_MS } from './reload-interval.ts';
import './outside-order-screen.css';

function LoadedOrder({ order }: { order: CustomerVisibleRouting }) {
  const t = useT();
  useSetPageName(order.code);
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [t('purchasingOrder'), order.purchasingOrder],
    [t('completed'), `${formatNumber(order.completedQuantity)} / ${formatNumber(order.quantity)}`],
    [t('dueDate'), order.dueDate],
    [t('promisedDate'), order.promisedDate],
    [t('expectedDay'), getFinishDay(order.late)],
  ];
  return (
    <>
      <header className="outside-order-head">
        <h1>
          {order.code} <span>{order.name}</span>
        </h1>
        <p>
          <StateMark state={order.state} />
          <LatenessText lateness={order.late} />
        </p>
        <ProgressBar percent={order.progress} label={t('progressOf', { name: order.code })} />
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value ?? '—'}</dd>
            </div>
          ))}
        </dl>
      </header>
      {order.parts.map((part) => (
        <section key={part.id} className="outside-part" aria-label={part.name}>
          <h2>
            {part.name} <span>{part.code}</span>
          </h2>
          <table className="plain-table">
            <TableHead
              heads={[
                t('seq'),
                t('process'),
                t('processState'),
                { words: `${t('good')} / ${t('plannedQuantity')}`, className: 'figure' },
                t('plannedEnd'),
              ]}
            />
            <tbody>
              {part.processes.map((process) => (
                <tr key={process.id}>
                  <td>{process.seq}</td>
                  <td>{process.name}</td>
                  <td>
                    <StateMark state={process.state} />
                  </td>
                  <td className="figure">
                    {formatNumber(process.good)} / {formatNumber(process.plannedQuantity)}
                  </td>
                  <td className="outside-day">{process.plannedEnd ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}

/** Shows a customer one of its orders: how far each part is, and when the order is expected to finish. */
export function OutsideOrderScreen() {
  const t = useT();
  const id = Number(useParams()['id']);
  const { data, isError, refetch } = useQuery({
    queryKey: ['outside', 'order', id],
    queryFn: ({ signal }) => call<CustomerVisibleRouting>('/mes/outside/order', { id }, { signal }),
    refetchInterval: OUTSIDE_RELOAD_MS,
  });
  return (
    <div className="outside-order" aria-busy={!data && !isError}>
      {data && <LoadedOrder order={data} />}
      {isError && !data && (
        <>
          <p>{t('error.rowNotFound')}</p>
          <Button text={t('retry')} onClick={() => void refetch()} />
        </>
      )}
    </div>
  );
}
