import { useMemo, useState, type CSSProperties } from 'react';
import { choice, number, ref } from '#shared/kernel/fields.ts';
import type { Words } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { DueMark } from '../kit/drawing/orders/due-mark.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { HeadNote } from '../kit/drawing/text/head-note.tsx';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { StateCounts } from '../kit/drawing/state-counts.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildReferenceParam } from '../kit/reference-param.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './process-kanban.css';

const words = {
  noCards: ['没有在制任务', 'No open work', '沒有在製任務', '進行中の作業はありません'],
  laneEmpty: ['无', 'None', '無', 'なし'],
} as const satisfies Words;

/** The lanes by what the cards show, in display order. Each is the key of a term. */
const LANES_BY_CARDS = {
  process: ['notStarted', 'readyProcesses', 'processing', 'unfinished', 'doneToday'],
  workOrder: ['released', 'inProgress', 'suspended', 'doneToday'],
} as const satisfies Record<string, readonly TermKey[]>;
type CardsShow = keyof typeof LANES_BY_CARDS;

/** The states that a card shows in place of its due date. */
const NOTABLE_STATES = ['suspended', 'scrapped', 'specialAcceptance'] as const;
/** The maximum number of cards of a lane that are loaded. */
const MAX_CARDS_PER_LANE = 40;
/** The maximum number of pages of a lane. The count of the lane includes the cards that are on no page. */
const MAX_PAGES = 4;

interface Card {
  id: string;
  position: number;
  order: string;
  name: string;
  detail: string;
  group: string;
  people: string;
  good: number | null;
  target: number | null;
  dueDate: string;
  overdueDays: number;
  notable: (typeof NOTABLE_STATES)[number] | null;
}
interface Lane {
  lane: TermKey;
  count: number;
  cards: readonly Card[];
}

const readCard = (row: ReportRow): Card => ({
  id: cellReaders.text(row, 'id'),
  position: cellReaders.number(row, 'position') ?? 0,
  order: cellReaders.text(row, 'orderCode'),
  name: cellReaders.text(row, 'name'),
  detail: cellReaders.text(row, 'detail'),
  group: cellReaders.text(row, 'groupName'),
  people: cellReaders.text(row, 'people'),
  good: cellReaders.number(row, 'good'),
  target: cellReaders.number(row, 'target'),
  dueDate: cellReaders.text(row, 'dueDate'),
  overdueDays: cellReaders.number(row, 'overdueDays') ?? 0,
  notable: NOTABLE_STATES.find((state) => state === row['state']) ?? null,
});

function readLanes(rows: readonly ReportRow[], cardsShow: CardsShow): Lane[] {
  return LANES_BY_CARDS[cardsShow].map((lane) => {
    const own = rows.filter((row) => row['lane'] === lane);
    const cards = own.filter((row) => cellReaders.text(row, 'id') !== '').map(readCard);
    const counted = own.find((row) => cellReaders.text(row, 'id') === '');
    return {
      lane,
      count: (counted && cellReaders.number(counted, 'count')) ?? cards.length,
      cards: cards.sort((one, other) => one.position - other.position || Number(one.id) - Number(other.id)),
    };
  });
}

function CardContent({ card, isDone }: { card: Card; isDone: boolean }) {
  const t = useT();
  const lang = useLang();
  return (
    <>
      <WallCode className="kanban-order">{card.order || UNKNOWN_VALUE_TEXT}</WallCode>
      <span className="kanban-done">
        <ChangedValue>{formatFigure(card.good, lang)}</ChangedValue>
        <span className="quiet">/{formatFigure(card.target, lang)}</span>
      </span>
      <span className="kanban-name cut quiet">{[card.detail, card.name].filter(Boolean).join(' · ')}</span>
      <span className="kanban-end cut">
        {card.notable ? (
          <WallStateMark look={getStateStyle(card.notable)}>{t(card.notable)}</WallStateMark>
        ) : card.people !== '' ? (
          card.people
        ) : (
          !isDone && <DueMark {...card} />
        )}
      </span>
    </>
  );
}

/** Shows the word and the count of a lane, and its cards in pages. The head of the lane has the page number. */
function LaneColumn({ lane, count, cards, pageSeconds }: Lane & { pageSeconds: number }) {
  const t = useT(words);
  const lang = useLang();
  const [head, setHead] = useState<HTMLElement | null>(null);
  return (
    <section className="kanban-lane">
      <div className={`kanban-head${count === 0 ? ' quiet' : ''}`}>
        <span className="cut">
          <WallStateMark look={getStateStyle(lane)}>{t(lane)}</WallStateMark>
        </span>
        <span className="kanban-page" ref={setHead} />
        <ChangedValue className="kanban-count">{formatFigure(count, lang)}</ChangedValue>
      </div>
      {cards.length === 0 ? (
        <p className="kanban-empty">{t('laneEmpty')}</p>
      ) : (
        <TileHeadContext value={head}>
          <PagedRows
            rows={cards}
            keyOf={({ id }) => id}
            seconds={pageSeconds}
            mostPages={MAX_PAGES}
            rowClass="kanban-card"
            barOf={({ good, target, overdueDays }) => ({
              percent: target ? ((good ?? 0) / target) * 100 : 0,
              className: lane === 'doneToday' ? 'is-done' : overdueDays > 0 ? 'is-late' : '',
            })}
          >
            {(card) => <CardContent card={card} isDone={lane === 'doneToday'} />}
          </PagedRows>
        </TileHeadContext>
      )}
    </section>
  );
}

function ProcessKanbanContent({
  settings,
  rows,
  known,
}: WidgetProps<{ cardsShow: CardsShow; workGroupId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const lanes = useMemo(() => readLanes(rows, settings.cardsShow), [rows, settings.cardsShow]);
  const groups = useMemo(
    () => new Set(lanes.flatMap(({ cards }) => cards.map(({ group }) => group))),
    [lanes],
  );
  if (lanes.every(({ count }) => count === 0))
    return <TileMessage>{t(known ? 'noCards' : 'waitingForData')}</TileMessage>;
  const style: CSSProperties = { gridTemplateColumns: `repeat(${lanes.length}, minmax(0, 1fr))` };
  return (
    <div className={`wall-table kanban kanban-of-${settings.cardsShow}`}>
      {groups.size === 1 && <HeadNote>{[...groups][0]!}</HeadNote>}
      <StateCounts counts={lanes.map(({ lane, count }) => ({ state: lane, count }))} />
      <div className="kanban-lanes" style={style}>
        {lanes.map((lane) => (
          <LaneColumn key={lane.lane} {...lane} pageSeconds={settings.pageSeconds} />
        ))}
      </div>
    </div>
  );
}

/**
 * Shows the open processes or orders, and those done today, as cards in lanes by state: of a work group, or of all
 * groups. A narrow tile shows only the number of cards in each lane.
 */
export const processKanban = defineWidget({
  type: 'processKanban',
  version: 1,
  title: 'processKanban',
  area: 'orders',
  words,
  size: { w: 20, h: 16, minW: 6, minH: 4 },
  settings: {
    cardsShow: choice(['process', 'workOrder'], { initial: 'process' }),
    workGroupId: ref('workGroup'),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ cardsShow, workGroupId }, { group }) => ({
    path: '/mes/form/processKanban',
    params: {
      cardsShow,
      ...buildReferenceParam('workGroupId', workGroupId, group),
      limit: String(MAX_CARDS_PER_LANE),
    },
  }),
  Component: ProcessKanbanContent,
});
