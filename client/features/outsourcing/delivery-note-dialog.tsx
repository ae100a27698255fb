import type { OutsourcingDetailLine, OutsourcingMovement } from '#shared/answers/outside.ts';
import type { Entity } from '#shared/entities/index.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { PrintDialog } from '#client/kit/elements/print-dialog.tsx';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

interface Props {
  order: Entity<'outsourcingOrder'>;
  movement: OutsourcingMovement;
  lines: readonly OutsourcingDetailLine[];
  onClose: () => void;
}

/** The sheet that goes with a shipment: the supplier, the processes, the quantities, and lines for signatures. */
function DeliveryNoteSheet({ order, movement, lines }: Omit<Props, 'onClose'>) {
  const t = useT();
  const zone = useTimeZone();
  const { factoryName } = useUser();
  const lineById = new Map(lines.map((line) => [line.processId, line]));
  return (
    <article className="print-sheet">
      <header>
        <div>
          <h2>{t('deliveryNoteTitle')}</h2>
          <dl>
            <dt>{t('sender')}</dt>
            <dd>{factoryName}</dd>
            <dt>{t('supplier')}</dt>
            <dd>{order.labels.supplierId}</dd>
            <dt>{t('outsourcingCode')}</dt>
            <dd>{order.code}</dd>
            <dt>{t('deliveryNote')}</dt>
            <dd>{movement.deliveryNote}</dd>
            <dt>{t('day')}</dt>
            <dd>{toLocalDay(zone, movement.at)}</dd>
            <dt>{t('expectedReturn')}</dt>
            <dd>{order.expectedDate ?? '—'}</dd>
          </dl>
        </div>
        <QrCode
          text={movement.deliveryNote ?? order.code}
          label={`${t('deliveryNote')} ${movement.deliveryNote ?? order.code}`}
        />
      </header>
      <table>
        <thead>
          <tr>
            <th>#</th>
            <th>{t('partCode')}</th>
            <th>{t('part')}</th>
            <th>{t('process')}</th>
            <th className="figure">{t('quantity')}</th>
            <th>{t('remark')}</th>
          </tr>
        </thead>
        <tbody>
          {movement.lines.map(({ processId, sent }, index) => {
            const line = lineById.get(processId);
            return (
              <tr key={processId}>
                <td>{index + 1}</td>
                <td>{line?.partCode}</td>
                <td>{line?.partName}</td>
                <td>
                  {line?.seq} {line?.name}
                </td>
                <td className="figure">{formatNumber(sent)}</td>
                <td>{line?.remark}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {movement.remark && (
        <p>
          {t('remark')}: {movement.remark}
        </p>
      )}
      <footer>
        <p>{t('handedOver')}</p>
        <p>{t('takenOver')}</p>
      </footer>
    </article>
  );
}

/** Shows the delivery note of a shipment, and prints it on A4. */
export function DeliveryNoteDialog({ onClose, ...sheet }: Props) {
  const t = useT();
  return (
    <PrintDialog title={t('printDeliveryNote')} onClose={onClose}>
      <DeliveryNoteSheet {...sheet} />
    </PrintDialog>
  );
}
