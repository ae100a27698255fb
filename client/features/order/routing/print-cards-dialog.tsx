import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import { buildBarcode } from '#shared/rules/barcode.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import './print-cards-dialog.css';

interface Props {
  order: Entity<'workOrder'>;
  part: Entity<'part'>;
  /** The routing of the part. */
  processes: readonly ProcessProgress[];
  onClose: () => void;
}

/** Prints the active process cards of a part. Each card has a barcode and lists the processes. */
export function PrintCardsDialog({ order, part, processes, onClose }: Props) {
  const t = useT();
  const { factoryCode } = useUser();
  const params = { filter: { partId: [part.id], state: ['active'] }, limit: 200 };
  const { data } = useQuery({
    queryKey: queryKeys.entity('card', 'page', params),
    queryFn: ({ signal }) =>
      call<PageAnswer<Entity<'card'>>>(`${entities.card.path}/page`, params, { signal }),
  });
  return (
    <Dialog isOpen title={t('printCard')} className="card-dialog" onClose={onClose}>
      <DialogBody>
        <div className="cards-to-print">
          {data?.rows.map((card) => (
            <article key={card.id} className="process-card-sheet">
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
                    <tr key={process.processId}>
                      <td>{process.seq}</td>
                      <td>{process.name}</td>
                      <td>{process.workGroupName}</td>
                      <td />
                      <td />
                      <td />
                    </tr>
                  ))}
                </tbody>
              </table>
            </article>
          ))}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('dismiss')} onClick={onClose} />
            <Button intent="primary" text={t('print')} disabled={!data} onClick={() => window.print()} />
          </>
        }
      />
    </Dialog>
  );
}
