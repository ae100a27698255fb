import { Link } from 'react-router-dom';
import type { ComparedEnd, ScheduleDifference } from '#shared/answers/schedule/difference.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describeTimeDifference, formatInstant, formatLateness } from '../plan-words.ts';
import { LoadComparison } from './load-comparison.tsx';

interface Props {
  difference: ScheduleDifference;
}

const MAX_ORDERS = 50;

/** Shows when an order ends in a plan, and by how much it is late. */
function OrderEnd({ end, lateBy }: ComparedEnd) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <td>
      {end === null ? <span className="nothing">—</span> : formatInstant(end, zone)}
      {lateBy > 0 && (
        <span className="bar-late">
          {' '}
          <span aria-hidden="true">◆</span> {t('lateByTime', { time: formatLateness(lateBy, t) })}
        </span>
      )}
    </td>
  );
}

/** Lists the orders that end at different times in the two plans, or are late in one of them. */
function OrderTable({
  orders,
  name,
  otherName,
}: Pick<ScheduleDifference, 'orders'> & Record<'name' | 'otherName', string>) {
  const t = useT();
  if (orders.length === 0) return <p className="side-none">{t('noOrderDiffers')}</p>;
  return (
    <>
      <table className="plain-table" aria-label={t('ordersThatDiffer')}>
        <TableHead
          heads={[
            t('workOrder'),
            t('dueDate'),
            // `words` are also the keys of the columns. They must differ even if both plans have the same name.
            { words: `1 ${otherName}`, content: otherName },
            { words: `2 ${name}`, content: name },
            t('endDifference'),
          ]}
        />
        <tbody>
          {orders.slice(0, MAX_ORDERS).map(({ id, code, name: orderName, dueDate, before, after }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={`/order/${id}`}>{code}</Link> {orderName}
              </th>
              <td>{dueDate ?? <span className="nothing">—</span>}</td>
              <OrderEnd {...before} />
              <OrderEnd {...after} />
              <td>
                {(before.end !== null &&
                  after.end !== null &&
                  describeTimeDifference(after.end - before.end, t)) || <span className="nothing">—</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {orders.length > MAX_ORDERS && (
        <p className="side-dates">{t('moreOrdersDiffer', { count: orders.length - MAX_ORDERS })}</p>
      )}
    </>
  );
}

/**
 * Compares a scenario with another plan: their figures, the ends of their orders, and their load on each day.
 */
export function ScenarioComparison({ difference }: Props) {
  const t = useT();
  const { run, other, otherFigures, comparison, orders, days, loads } = difference;
  const name = run.name ?? t('proposedPlan');
  const otherName = other ? (other.name ?? t('proposedPlan')) : t('presentSchedule');
  const figures = run.figures!;
  const tiles = [
    {
      label: t('planFigure.lateOrders'),
      text: `${formatNumber(otherFigures.lateOrders, 0)} → ${formatNumber(figures.lateOrders, 0)}`,
    },
    {
      label: t('planFigure.lateMinutes'),
      text: `${formatLateness(otherFigures.lateMinutes, t)} → ${formatLateness(figures.lateMinutes, t)}`,
    },
    { label: t('newlyLateOrders'), text: formatNumber(comparison.newlyLate.length, 0) },
    { label: t('newlyOnTimeOrders'), text: formatNumber(comparison.newlyOnTime.length, 0) },
    { label: t('planFigure.moved'), text: formatNumber(comparison.moved.length, 0) },
    {
      label: t('planFigure.machineChanged'),
      text: formatNumber(comparison.moved.filter(({ isMachineChanged }) => isMachineChanged).length, 0),
    },
  ];
  return (
    <div className="scenario-comparison">
      <dl className="scenario-tiles">
        {tiles.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <LoadComparison days={days} loads={loads} name={name} otherName={otherName} />
      <section aria-label={t('ordersThatDiffer')}>
        <h2>
          {t('ordersThatDiffer')} <span className="page-count">{formatNumber(orders.length, 0)}</span>
        </h2>
        <OrderTable orders={orders} name={name} otherName={otherName} />
      </section>
    </div>
  );
}
