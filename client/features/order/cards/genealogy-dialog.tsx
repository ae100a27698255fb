import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatMoment, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { GenealogyChart } from '#client/production/genealogy/genealogy-chart.tsx';
import type { DrawnGenealogy } from '#client/production/genealogy/genealogy-layout.ts';
import { TraceLink } from '#client/production/recall/trace-link.tsx';
import './genealogy-dialog.css';

const MAX_LISTED_REPORTS = 100;

const listPeopleNames = ({ people }: Entity<'workReport'>): string[] =>
  people.map((person) => (person as { labels?: { employeeId?: string } }).labels?.employeeId ?? '');

/** Lists the reports of a card. */
function CardReports({ cardId, code }: { cardId: number; code: string }) {
  const t = useT();
  const zone = useTimeZone();
  const { data } = useQuery({
    queryKey: queryKeys.entity('workReport', 'page', { cardId }),
    queryFn: ({ signal }) =>
      call<PageAnswer<Entity<'workReport'>>>(
        `${entities.workReport.path}/page`,
        { filter: { cardId }, sort: '-startedAt', offset: 0, limit: MAX_LISTED_REPORTS },
        { signal },
      ),
  });
  if (!data) return null;
  const reports = data.rows.filter(({ reversesId }) => reversesId === null);
  return (
    <section>
      <h3>{t('reportsOfCard', { name: code })}</h3>
      {reports.length === 0 ? (
        <p className="genealogy-empty">{t('noReportsOfCard')}</p>
      ) : (
        <table className="plain-table">
          <TableHead
            heads={[
              t('process'),
              t('reportKind'),
              t('people'),
              t('startedAt'),
              t('endedAt'),
              { words: t('good'), className: 'figure' },
              { words: t('scrap'), className: 'figure' },
            ]}
          />
          <tbody>
            {reports.map((report) => (
              <tr key={report.id} data-reversed={report.reversedAt !== null}>
                <th scope="row">{report.labels.processId}</th>
                <td>
                  {t(report.kind)}
                  {report.reversedAt !== null && ` (${t('reversedNow')})`}
                </td>
                <td>{joinWords(listPeopleNames(report))}</td>
                <td>{formatMoment(report.startedAt, zone)}</td>
                <td>{report.endedAt && formatMoment(report.endedAt, zone)}</td>
                <td className="figure">{formatNumber(report.good)}</td>
                <td className="figure">{formatNumber(report.scrap)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Lists the quantities that went from one card to another, for people who cannot see the drawing. */
function MovementTable({ genealogy }: { genealogy: CardGenealogy }) {
  const t = useT();
  const zone = useTimeZone();
  const findCode = (id: number) => genealogy.cards.find((card) => card.id === id)?.code ?? '';
  return (
    <section>
      <h3>{t('cardMovements')}</h3>
      {genealogy.edges.length === 0 ? (
        <p className="genealogy-empty">{t('noCardMovements')}</p>
      ) : (
        <table className="plain-table">
          <TableHead
            heads={[
              t('fromCard'),
              t('toCard'),
              { words: t('quantity'), className: 'figure' },
              t('cardMovementKind'),
              t('logWhen'),
              t('logWho'),
            ]}
          />
          <tbody>
            {genealogy.edges.map((edge) => (
              <tr key={edge.id}>
                <th scope="row">{findCode(edge.fromCardId)}</th>
                <td>{findCode(edge.toCardId)}</td>
                <td className="figure">{formatNumber(edge.quantity)}</td>
                <td>{t(edge.kind)}</td>
                <td>{formatMoment(edge.at, zone)}</td>
                <td>{edge.byName}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Makes the drawing of a genealogy of cards. */
const drawCards = ({ cards, edges }: CardGenealogy, t: Translate): DrawnGenealogy => ({
  nodes: cards.map(({ id, code, quantity, state }) => ({
    key: String(id),
    title: code,
    detail: `${formatNumber(quantity)} · ${t(state)}`,
    isEmptied: state === 'split' || state === 'combined',
  })),
  edges: edges.map(({ id, fromCardId, toCardId, quantity }) => ({
    key: String(id),
    from: String(fromCardId),
    to: String(toCardId),
    quantity,
  })),
});

/** Shows where the pieces of a card came from, where they went, and the reports of the card. */
export function GenealogyDialog({ cardId, onClose }: { cardId: number; onClose: () => void }) {
  const t = useT();
  const [chosenCardId, setChosenCardId] = useState(cardId);
  const { data: genealogy } = useQuery({
    queryKey: queryKeys.entity('card', 'genealogy', { cardId }),
    queryFn: ({ signal }) => call<CardGenealogy>(`${entities.card.path}/genealogy`, { cardId }, { signal }),
    meta: { watches: ['card', 'workReport'] },
  });
  const drawing = useMemo(() => genealogy && drawCards(genealogy, t), [genealogy, t]);
  const chosenCard = genealogy?.cards.find(({ id }) => id === chosenCardId);
  return (
    <Dialog isOpen title={t('cardGenealogy')} className="genealogy-dialog" onClose={onClose}>
      <DialogBody>
        {genealogy && drawing && (
          <>
            <GenealogyChart
              label={t('cardGenealogy')}
              genealogy={drawing}
              chosenKey={String(chosenCardId)}
              onChoose={(key) => setChosenCardId(Number(key))}
            />
            {chosenCard && <CardReports cardId={chosenCard.id} code={chosenCard.code} />}
            <MovementTable genealogy={genealogy} />
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('dismiss')} onClick={onClose} />}>
        {chosenCard && (
          <>
            <TraceLink what={{ origin: 'card', value: chosenCard.code }} words={t('traceForward')} />
            <TraceLink
              what={{ direction: 'traceBackward', origin: 'card', value: chosenCard.code }}
              words={t('traceBackward')}
            />
          </>
        )}
      </DialogFooter>
    </Dialog>
  );
}
