import { Button, Checkbox } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { CardSheetContent, CardSheetsAnswer } from '#shared/ledger/card-sheet.ts';
import { SearchBox } from '#client/crud/list/search-box.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { PrintCardsDialog } from './print-cards-dialog.tsx';
import './print-cards-screen.css';

/** Finds process cards by order, part or number, and prints those that the user chooses. */
export function PrintCardsScreen() {
  const t = useT();
  const [search, setSearch] = useState('');
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [isPrinting, setIsPrinting] = useState(false);
  const { data, isPending } = useQuery({
    queryKey: queryKeys.entity('card', 'sheets', { search }),
    queryFn: ({ signal }) =>
      call<CardSheetsAnswer>(
        `${entities.card.path}/sheets`,
        { search: search || null, orderIds: [], partId: null, cardIds: [] },
        { signal },
      ),
    meta: { watches: ['card', 'part', 'workOrder'] },
  });
  const sheets = data?.sheets ?? [];
  const orderIds = [...new Set(sheets.map(({ orderId }) => orderId))];
  const chooseCards = (rows: readonly CardSheetContent[], isChosen: boolean) => {
    const next = new Set(chosenIds);
    for (const { id } of rows)
      if (isChosen) next.add(id);
      else next.delete(id);
    setChosenIds(next);
  };
  const hiddenCount = data ? data.total - sheets.length : 0;
  return (
    <section className="print-cards-page">
      <header>
        <h1>{t('printProcessCards')}</h1>
        <SearchBox value={search} onSearch={setSearch} />
        <Button
          intent="primary"
          icon={<PrintIcon />}
          text={t('printChosen', { count: chosenIds.size })}
          disabled={chosenIds.size === 0}
          onClick={() => setIsPrinting(true)}
        />
      </header>
      <div className="print-cards-list" aria-busy={isPending}>
        {data && sheets.length === 0 && <p>{t('noCardsFound')}</p>}
        {hiddenCount > 0 && <p>{t('cardsNotShown', { count: hiddenCount })}</p>}
        {orderIds.map((orderId) => {
          const rows = sheets.filter((sheet) => sheet.orderId === orderId);
          const chosenCount = rows.filter(({ id }) => chosenIds.has(id)).length;
          const { orderCode, orderName } = rows[0]!;
          return (
            <table
              key={orderId}
              className="plain-table stacked-table"
              aria-label={`${orderCode} ${orderName}`}
            >
              <caption>
                <Checkbox
                  checked={chosenCount === rows.length}
                  indeterminate={chosenCount > 0 && chosenCount < rows.length}
                  label={`${orderCode} ${orderName}`}
                  onChange={() => chooseCards(rows, chosenCount < rows.length)}
                />
              </caption>
              <TableHead
                heads={[
                  t('cardCode'),
                  t('part'),
                  { words: t('quantity'), className: 'figure' },
                  t('dueDate'),
                  { words: t('printCount'), className: 'figure' },
                ]}
              />
              <tbody>
                {rows.map((sheet) => (
                  <tr key={sheet.id}>
                    <th scope="row">
                      <Checkbox
                        checked={chosenIds.has(sheet.id)}
                        label={sheet.code}
                        onChange={() => chooseCards([sheet], !chosenIds.has(sheet.id))}
                      />
                    </th>
                    <td>
                      {sheet.partName} {sheet.partCode}
                    </td>
                    <td className="figure" data-label={t('quantity')}>
                      {formatNumber(sheet.quantity)}
                    </td>
                    <td data-label={t('dueDate')}>{sheet.dueDate ?? '—'}</td>
                    <td className="figure" data-label={t('printCount')}>
                      {formatNumber(sheet.printCount)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        })}
      </div>
      {isPrinting && <PrintCardsDialog cardIds={[...chosenIds]} onClose={() => setIsPrinting(false)} />}
    </section>
  );
}
