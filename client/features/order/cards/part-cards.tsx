import { Button, ButtonGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { isCardLiving } from '#shared/machines/card.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import {
  CombineCardsDialog,
  SplitCardDialog,
  UnpackCardDialog,
  type ShownCard,
} from '#client/production/cards/card-dialogs.tsx';
import { fetchAllRows } from '../use-order.ts';
import { GenealogyDialog } from './genealogy-dialog.tsx';
import './part-cards.css';

interface Props {
  order: Entity<'workOrder'>;
  part: Entity<'part'>;
}

type Action = 'split' | 'unpack' | 'combine' | 'genealogy';

const toShownCard = ({ id, version, code, quantity }: Entity<'card'>): ShownCard => ({
  cardId: id,
  version,
  code,
  quantity,
});

/** Lists the process cards of a part, with buttons that split, unpack and combine them, and show their genealogy. */
export function PartCards({ order, part }: Props) {
  const t = useT();
  const user = useUser();
  const [action, setAction] = useState<{ kind: Action; card: Entity<'card'> } | null>(null);
  const { data: cards } = useQuery({
    queryKey: queryKeys.entity('card', 'page', { partId: part.id }),
    queryFn: ({ signal }) =>
      fetchAllRows<Entity<'card'>>(entities.card.path, { partId: part.id }, 'id', signal),
  });
  const [showsEnded, setShowsEnded] = useState(false);
  if (!cards || cards.length === 0) return null;
  const livingCards = cards.filter(({ state }) => isCardLiving(state));
  const activeCards = cards.filter(({ state }) => state === 'active');
  const endedCount = cards.length - livingCards.length;
  const mayChange =
    hasPermission(user, ['PROCESS_MODIFY', 'TASK_REPORT', 'TASK_REPORT_TEAM']) && !hasOrderEnded(order.state);
  const closeDialog = () => setAction(null);
  const dialogProps = action && { card: toShownCard(action.card), onDone: closeDialog, onClose: closeDialog };
  return (
    <section className="part-cards" aria-labelledby="part-cards-title">
      <header>
        <h3 id="part-cards-title">
          {t('processCards')} <span>{livingCards.length}</span>
        </h3>
        {endedCount > 0 && (
          <Button
            size="small"
            variant="minimal"
            text={t(showsEnded ? 'hideEndedCards' : 'showEndedCards', { count: endedCount })}
            onClick={() => setShowsEnded(!showsEnded)}
          />
        )}
      </header>
      <table className="plain-table stacked-table">
        <TableHead
          heads={[
            t('cardCode'),
            t('cardState'),
            { words: t('quantity'), className: 'figure' },
            { words: t('printCount'), className: 'figure' },
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {(showsEnded ? cards : livingCards).map((card) => (
            <tr key={card.id}>
              <th scope="row">{card.code}</th>
              <td>
                <StateMark state={card.state} />
              </td>
              <td className="figure" data-label={t('quantity')}>
                {formatNumber(card.quantity)}
              </td>
              <td className="figure" data-label={t('printCount')}>
                {formatNumber(card.printCount)}
              </td>
              <td className="part-cards-actions">
                <ButtonGroup variant="minimal">
                  {mayChange && card.state === 'active' && (
                    <>
                      <Button
                        size="small"
                        text={t('splitCardShort')}
                        onClick={() => setAction({ kind: 'split', card })}
                      />
                      <Button
                        size="small"
                        text={t('unpackCardShort')}
                        onClick={() => setAction({ kind: 'unpack', card })}
                      />
                      {activeCards.length > 1 && (
                        <Button
                          size="small"
                          text={t('combineCardsShort')}
                          onClick={() => setAction({ kind: 'combine', card })}
                        />
                      )}
                    </>
                  )}
                  <Button
                    size="small"
                    text={t('genealogy')}
                    onClick={() => setAction({ kind: 'genealogy', card })}
                  />
                </ButtonGroup>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {dialogProps && action.kind === 'split' && <SplitCardDialog {...dialogProps} />}
      {dialogProps && action.kind === 'unpack' && <UnpackCardDialog {...dialogProps} />}
      {dialogProps && action.kind === 'combine' && (
        <CombineCardsDialog
          {...dialogProps}
          otherCards={activeCards.filter(({ id }) => id !== action.card.id).map(toShownCard)}
        />
      )}
      {action?.kind === 'genealogy' && <GenealogyDialog cardId={action.card.id} onClose={closeDialog} />}
    </section>
  );
}
