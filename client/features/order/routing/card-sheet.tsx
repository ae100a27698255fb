import type { Entity } from '#shared/entities/index.ts';
import { buildBarcode } from '#shared/rules/barcode.ts';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** A process card with everything that is printed on it. */
export interface PrintedCard {
  readonly card: Entity<'card'>;
  readonly order: Entity<'workOrder'>;
  readonly part: Entity<'part'>;
  /** The processes of the part, by sequence number. */
  readonly processes: readonly (Entity<'process'> & { labels: Record<string, string> })[];
}

/** The sheet of a process card, with its barcode and a line for each process. */
export function CardSheet({ card, order, part, processes }: PrintedCard) {
  const t = useT();
  const { factoryCode } = useUser();
  return (
    <article className="process-card-sheet">
      <header>
        <QrCode text={buildBarcode(factoryCode, 'CARD', card.code)} label={card.code} />
        <div>
          <h2>{card.code}</h2>
          <p>
            {part.name} <span>{part.code}</span>
          </p>
          <p>
            {t('quantity')} <b>{formatNumber(card.quantity)}</b>
            {order.dueDate && ` · ${t('dueDate')} ${order.dueDate}`}
          </p>
          <p>{[part.materialName, part.spec, part.size].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <table>
        <thead>
          <tr>
            <th>{t('seq')}</th>
            <th>{t('process')}</th>
            <th>{t('workGroup')}</th>
            <th>{t('good')}</th>
            <th>{t('scrap')}</th>
            <th>{t('signature')}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((process) => (
            <tr key={process.id}>
              <td>{process.seq}</td>
              <td>{process.name ?? process.labels['craftId']}</td>
              <td>{process.labels['workGroupId']}</td>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
