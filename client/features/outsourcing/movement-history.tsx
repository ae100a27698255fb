import { Button } from '@blueprintjs/core';
import { PrintIcon, UndoIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { MovedLine, OutsourcingDetail, OutsourcingMovement } from '#shared/answers/outside.ts';
import type { Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { outsourcingStateMachine } from '#shared/machines/outsourcing-order.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { DeliveryNoteDialog } from './delivery-note-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';

interface Props {
  order: Entity<'outsourcingOrder'>;
  detail: OutsourcingDetail;
}

/** Describes the quantities of one process in a movement, such as "Good back 5, On hold 1". */
const describeMovedQuantities = (line: MovedLine, t: Translate): string =>
  (
    [
      ['quantitySent', line.sent],
      ['returnedGood', line.returnedGood],
      ['returnedHold', line.returnedHold],
      ['takenBack', line.takenBack],
    ] as const
  )
    .filter(([, quantity]) => quantity !== 0)
    .map(([key, quantity]) => `${t(key)} ${formatNumber(quantity)}`)
    .join(' · ');

/** Lists the shipments and returns, the latest first. A user with the permission can reverse a wrong movement. */
export function MovementHistory({ order, detail }: Props) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const [printedMovement, setPrinted] = useState<OutsourcingMovement | null>(null);
  const [movementToReverse, setMovementToReverse] = useState<OutsourcingMovement | null>(null);
  const mayReverse =
    hasPermission(user, 'OUTSOURCING_REVERSE') &&
    findNextState(outsourcingStateMachine, order.state, 'reverseMovement') !== null;
  const nameById = new Map(detail.lines.map((line) => [line.processId, `${line.name} · ${line.partCode}`]));
  return (
    <section className="outsourcing-section" aria-labelledby="outsourcing-movements">
      <h2 id="outsourcing-movements">{t('movements')}</h2>
      {detail.movements.length === 0 ? (
        <p className="outsourcing-hint">{t('noMovements')}</p>
      ) : (
        <table className="plain-table stacked-table outsourcing-movements">
          <TableHead
            heads={[
              t('at'),
              t('outsourcingMovement'),
              t('deliveryNote'),
              t('quantity'),
              t('remark'),
              { words: t('actions'), hidden: true },
            ]}
          />
          <tbody>
            {detail.movements.map((movement) => {
              const isReversal = movement.reversesId !== null;
              const isReversed = movement.reversedById !== null;
              return (
                <tr key={movement.id} className={isReversed ? 'outsourcing-reversed' : ''}>
                  <td>
                    {formatMoment(movement.at, zone)}
                    <span className="outsourcing-by">{movement.byName}</span>
                  </td>
                  <td>
                    {isReversal ? t('reversalOf', { kind: t(movement.kind) }) : t(movement.kind)}
                    {isReversed && <span className="outsourcing-by">{t('movementReversedMark')}</span>}
                  </td>
                  <td data-label={t('deliveryNote')}>{movement.deliveryNote}</td>
                  <td>
                    {movement.lines.map((line) => (
                      <div key={line.processId}>
                        {nameById.get(line.processId)}: {describeMovedQuantities(line, t)}
                      </div>
                    ))}
                  </td>
                  <td data-label={t('remark')}>{movement.remark}</td>
                  <td className="figure">
                    {movement.kind === 'sendPieces' && !isReversal && !isReversed && (
                      <Button
                        variant="minimal"
                        icon={<PrintIcon />}
                        aria-label={`${t('printDeliveryNote')} ${movement.deliveryNote ?? ''}`}
                        title={t('printDeliveryNote')}
                        onClick={() => setPrinted(movement)}
                      />
                    )}
                    {mayReverse && !isReversal && !isReversed && (
                      <Button
                        variant="minimal"
                        icon={<UndoIcon />}
                        aria-label={`${t('reverseMovement')} ${movement.deliveryNote ?? ''}`}
                        title={t('reverseMovement')}
                        onClick={() => setMovementToReverse(movement)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {printedMovement && (
        <DeliveryNoteDialog
          order={order}
          movement={printedMovement}
          lines={detail.lines}
          onClose={() => setPrinted(null)}
        />
      )}
      {movementToReverse && (
        <ReverseDialog
          order={order}
          movement={movementToReverse}
          onClose={() => setMovementToReverse(null)}
        />
      )}
    </section>
  );
}
