import { useMemo } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import type { TileSubject } from '../kit/acting/tile-actions.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { DueMark } from '../kit/drawing/orders/due-mark.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { Lanes, type Lane } from '../kit/drawing/lanes/lanes.tsx';
import { HeadNote } from '../kit/drawing/text/head-note.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';

const words = {
  noCards: ['没有在制任务', 'No open work', '沒有在製任務', '進行中の作業はありません'],
} as const satisfies TermsByKey;

/** The term keys of the lanes for each kind of card, in display order. */
const LANES_BY_CARD_KIND = {
  process: ['notStarted', 'readyProcesses', 'processing', 'unfinished', 'doneToday'],
  workOrder: ['released', 'inProgress', 'suspended', 'doneToday'],
} as const satisfies Record<string, readonly TermKey[]>;
type CardKind = keyof typeof LANES_BY_CARD_KIND;

/** The states that a card shows in place of its due date. */
const NOTABLE_STATES = ['suspended', 'scrapped', 'specialAcceptance'] as const;
/** The maximum number of cards of a lane that are loaded. */
const MAX_CARDS_PER_LANE = 40;

interface Card {
  id: string;
  position: number;
  orderCode: string;
  name: string;
  detail: string;
  groupName: string;
  people: string;
  good: number | null;
  target: number | null;
  dueDate: string;
  overdueDays: number;
  notableState: (typeof NOTABLE_STATES)[number] | null;
}

const readCard = (row: ReportRow): Card => ({
  id: cellReaders.text(row, 'id'),
  position: cellReaders.number(row, 'position') ?? 0,
  orderCode: cellReaders.text(row, 'orderCode'),
  name: cellReaders.text(row, 'name'),
  detail: cellReaders.text(row, 'detail'),
  groupName: cellReaders.text(row, 'groupName'),
  people: cellReaders.text(row, 'people'),
  good: cellReaders.number(row, 'good'),
  target: cellReaders.number(row, 'target'),
  dueDate: cellReaders.text(row, 'dueDate'),
  overdueDays: cellReaders.number(row, 'overdueDays') ?? 0,
  notableState: NOTABLE_STATES.find((state) => state === row['state']) ?? null,
});

function readLanes(rows: readonly ReportRow[], cardKind: CardKind, t: Translate): Lane<Card>[] {
  return LANES_BY_CARD_KIND[cardKind].map((lane) => {
    const laneRows = rows.filter((row) => row['lane'] === lane);
    const cards = laneRows.filter((row) => cellReaders.text(row, 'id') !== '').map(readCard);
    const countRow = laneRows.find((row) => cellReaders.text(row, 'id') === '');
    return {
      key: lane,
      name: t(lane),
      stateStyle: getStateStyle(lane),
      count: (countRow && cellReaders.number(countRow, 'count')) ?? cards.length,
      cards: cards.sort((one, other) => one.position - other.position || Number(one.id) - Number(other.id)),
    };
  });
}

function CardContent({ card, isDone }: { card: Card; isDone: boolean }) {
  const t = useT();
  const lang = useLang();
  return (
    <>
      <WallCode className="lane-order">{card.orderCode || UNKNOWN_VALUE_TEXT}</WallCode>
      <span className="lane-done">
        <ChangedValue>{formatFigure(card.good, lang)}</ChangedValue>
        <span className="quiet">/{formatFigure(card.target, lang)}</span>
      </span>
      <span className="lane-name cut quiet">{[card.detail, card.name].filter(Boolean).join(' · ')}</span>
      <span className="lane-end cut">
        {card.notableState ? (
          <WallStateMark stateStyle={getStateStyle(card.notableState)}>{t(card.notableState)}</WallStateMark>
        ) : card.people !== '' ? (
          card.people
        ) : (
          !isDone && <DueMark {...card} />
        )}
      </span>
    </>
  );
}

const makeSubject = ({ id, orderCode, detail, name }: Card): TileSubject => ({
  kind: 'process',
  id: Number(id),
  name: [orderCode, detail, name].filter(Boolean).join(' · '),
});

function ProcessKanbanContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ cardsShow: CardKind; workGroupId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const { cardsShow, pageSeconds } = settings;
  const lanes = useMemo(() => readLanes(rows, cardsShow, t), [rows, cardsShow, t]);
  const groupNames = useMemo(
    () => new Set(lanes.flatMap(({ cards }) => cards.map(({ groupName: group }) => group))),
    [lanes],
  );
  if (lanes.every(({ count }) => count === 0))
    return <TileMessage>{t(areRowsKnown ? 'noCards' : 'waitingForData')}</TileMessage>;
  return (
    <>
      {groupNames.size === 1 && <HeadNote>{[...groupNames][0]!}</HeadNote>}
      <Lanes
        lanes={lanes}
        areCardsWide={cardsShow === 'process'}
        keyOf={({ id }) => id}
        pageSeconds={pageSeconds}
        barOf={({ good, target, overdueDays }, { key }) => ({
          percent: target ? ((good ?? 0) / target) * 100 : 0,
          className: key === 'doneToday' ? 'is-done' : overdueDays > 0 ? 'is-late' : '',
        })}
        subjectOf={cardsShow === 'process' ? makeSubject : undefined}
      >
        {(card, { key }) => <CardContent card={card} isDone={key === 'doneToday'} />}
      </Lanes>
    </>
  );
}

/**
 * Shows the cards of open processes or orders, and of those done today, in a lane for each state.
 * It shows one work group or all groups. A narrow tile shows only the number of cards in each lane.
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
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ cardsShow, ...settings }, variables) => ({
    path: '/mes/form/processKanban',
    params: {
      cardsShow,
      ...buildGroupScopeParams(settings, variables),
      limit: String(MAX_CARDS_PER_LANE),
    },
  }),
  Component: ProcessKanbanContent,
});
