import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities, type Entity, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fetchRowsUpToLimit } from '#client/crud/list/use-list-rows.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { CardSheet, type PrintedCard } from './card-sheet.tsx';
import './print-cards-dialog.css';

type Order = Entity<'workOrder'>;
type Part = Entity<'part'>;

interface Props {
  orders: readonly Order[];
  /** The part whose cards are printed. By default, the cards of all parts are printed. */
  part?: Part;
  onClose: () => void;
}

/** Fetches all rows of an entity in which a field has one of the given ids. */
async function fetchRowsOf<N extends EntityName>(
  name: N,
  field: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<(Entity<N> & { labels: Record<string, string> })[]> {
  if (ids.length === 0) return [];
  const { rows } = await fetchRowsUpToLimit(
    entities[name] as EntityDeclaration,
    { filter: { [field]: ids } },
    signal,
  );
  return rows as never;
}

/**
 * Fetches the active cards of orders or of one part, each with its part and its routing. Cards of parts
 * without processes are left out.
 */
async function fetchCards(
  orders: readonly Order[],
  onlyPart: Part | undefined,
  signal: AbortSignal,
): Promise<PrintedCard[]> {
  const orderIds = orders.map(({ id }) => id);
  const parts = onlyPart ? [onlyPart] : await fetchRowsOf('part', 'orderId', orderIds, signal);
  const partIds = parts.map(({ id }) => id);
  const [cards, processes] = await Promise.all([
    fetchRowsOf('card', 'partId', partIds, signal),
    fetchRowsOf('process', 'partId', partIds, signal),
  ]);
  return orders.flatMap((order) =>
    parts
      .filter(({ orderId }) => orderId === order.id)
      .flatMap((part) =>
        cards
          .filter(({ partId, state }) => partId === part.id && state === 'active')
          .map((card) => ({
            card,
            order,
            part,
            processes: processes.filter(({ partId }) => partId === part.id).sort((a, b) => a.seq - b.seq),
          })),
      )
      .filter((printedCard) => printedCard.processes.length > 0),
  );
}

/** Prints the active process cards of orders or of one part. */
export function PrintCardsDialog({ orders, part, onClose }: Props) {
  const t = useT();
  const orderIds = orders.map(({ id }) => id);
  const { data } = useQuery({
    queryKey: queryKeys.entity('card', 'print', { orderIds, partId: part?.id ?? null }),
    queryFn: ({ signal }) => fetchCards(orders, part, signal),
  });
  const ordersWithoutCards = data
    ? orders.filter(({ id }) => !data.some(({ order }) => order.id === id))
    : [];
  return (
    <Dialog isOpen title={t('printCard')} className="card-dialog" onClose={onClose}>
      <DialogBody>
        <p role="status" className="cards-summary">
          {data && t('cardsToPrint', { count: data.length })}
          {ordersWithoutCards.length > 0 && (
            <span className="cards-missing">
              {t('noCardsOf', { names: joinWords(ordersWithoutCards.map(({ code }) => code)) })}
            </span>
          )}
        </p>
        <div className="cards-to-print">
          {data?.map((printedCard) => (
            <CardSheet key={printedCard.card.id} {...printedCard} />
          ))}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('dismiss')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('print')}
              disabled={!data || data.length === 0}
              onClick={() => window.print()}
            />
          </>
        }
      />
    </Dialog>
  );
}
