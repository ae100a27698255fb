import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { CardSheetsAnswer } from '#shared/ledger/card-sheet.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { CardSheet, SHEET_FORMATS, type SheetFormat } from './card-sheet.tsx';
import '#client/production/printing/printed-sheets.css';

interface Props {
  /** The orders whose cards are printed. By default, `cardIds` alone chooses the cards. */
  orders?: readonly Pick<Entity<'workOrder'>, 'id' | 'code'>[];
  /** The part whose cards are printed. By default, the cards of all parts are printed. */
  part?: Entity<'part'>;
  /** The cards that are printed. By default, all cards of the orders or of the part. */
  cardIds?: readonly number[];
  onClose: () => void;
}

/** Shows the sheets of process cards, prints them, and counts the prints. */
export function PrintCardsDialog({ orders = [], part, cardIds = [], onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { runRequest, busy } = useRequestSender();
  const [format, setFormat] = useState<SheetFormat>('formatA4');
  const fields = { orderIds: orders.map(({ id }) => id), partId: part?.id ?? null, cardIds };
  // The sheets are read only once, because they must not change between the counting of a print and the print itself.
  const { data } = useQuery({
    queryKey: ['card-sheets', fields],
    queryFn: ({ signal }) =>
      call<CardSheetsAnswer>(`${entities.card.path}/sheets`, { search: null, ...fields }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const sheets = data?.sheets ?? [];
  const ordersWithoutCards = data
    ? orders.filter(({ id }) => !sheets.some(({ orderId }) => orderId === id))
    : [];
  const printCards = async () => {
    const isCounted = await runRequest(() =>
      send(`${entities.card.path}/print`, { cardIds: sheets.map(({ id }) => id) }),
    );
    if (!isCounted) return;
    window.print();
    void client.invalidateQueries({ queryKey: queryKeys.entity('card') });
    onClose();
  };
  return (
    <Dialog isOpen title={t('printCard')} className="card-dialog" onClose={onClose}>
      <DialogBody>
        <div className="cards-summary">
          <p role="status">
            {data && t('cardsToPrint', { count: sheets.length })}
            {data &&
              data.total > sheets.length &&
              ` · ${t('cardsNotShown', { count: data.total - sheets.length })}`}
            {ordersWithoutCards.length > 0 && (
              <span className="cards-missing">
                {t('noCardsOf', { names: joinWords(ordersWithoutCards.map(({ code }) => code)) })}
              </span>
            )}
          </p>
          <ChoiceSwitch
            label={t('sheetFormat')}
            choices={SHEET_FORMATS}
            value={format}
            onChange={setFormat}
          />
        </div>
        <div className="cards-to-print" data-format={format}>
          {sheets.map((sheet) => (
            <CardSheet key={sheet.id} sheet={sheet} format={format} />
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
              loading={busy}
              disabled={sheets.length === 0}
              onClick={() => void printCards()}
            />
          </>
        }
      />
    </Dialog>
  );
}
