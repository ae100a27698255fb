import { useState, type CSSProperties, type ReactNode } from 'react';
import type { StateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import type { TileSubject } from '../../acting/tile-actions.ts';
import { TileHeadContext } from '../../tile/tile-head.ts';
import { ChangedValue } from '../changed-value.tsx';
import { formatFigure } from '../figure.ts';
import { PagedRows } from '../paged-rows.tsx';
import { CountList } from '../state-counts.tsx';
import { WallStateMark } from '../wall-mark.tsx';
import './lanes.css';

/** The maximum number of pages of a lane. The count of the lane includes the cards that are on no page. */
const MAX_PAGES = 4;

export interface Lane<C> {
  readonly key: string;
  readonly name: string;
  readonly stateStyle: StateStyle;
  /** The number of all cards of the lane. `cards` may contain fewer. */
  readonly count: number;
  readonly cards: readonly C[];
}

interface CardProps<C> {
  keyOf: (card: C) => string;
  pageSeconds: number;
  /** Returns the bar at the bottom edge of a card. */
  barOf: (card: C, lane: Lane<C>) => { percent: number; className?: string };
  /** Returns the process, call or alarm that a card shows; absent if people cannot act on cards. */
  subjectOf?: ((card: C) => TileSubject) | undefined;
  children: (card: C, lane: Lane<C>) => ReactNode;
}

interface LanesProps<C> extends CardProps<C> {
  lanes: readonly Lane<C>[];
  /** Whether the cards are wide. A tile must then be wider before it shows cards instead of counts. */
  areCardsWide?: boolean;
}

/** Shows the name, card count and page number of a lane, and below them a page of its cards. */
function LaneColumn<C>({
  lane,
  keyOf,
  pageSeconds,
  barOf,
  subjectOf,
  children,
}: CardProps<C> & { lane: Lane<C> }) {
  const t = useT();
  const lang = useLang();
  const [head, setHead] = useState<HTMLElement | null>(null);
  const { count, cards } = lane;
  return (
    <section className="lane">
      <div className={`lane-head${count === 0 ? ' quiet' : ''}`}>
        <span className="cut">
          <WallStateMark stateStyle={lane.stateStyle}>{lane.name}</WallStateMark>
        </span>
        <span className="lane-page" ref={setHead} />
        <ChangedValue className="lane-count">{formatFigure(count, lang)}</ChangedValue>
      </div>
      {cards.length === 0 ? (
        <p className="lane-empty">{t('kanbanColumnEmpty')}</p>
      ) : (
        <TileHeadContext value={head}>
          <PagedRows
            rows={cards}
            keyOf={keyOf}
            pageSeconds={pageSeconds}
            maxPages={MAX_PAGES}
            rowClass="lane-card"
            barOf={(card) => barOf(card, lane)}
            {...(subjectOf ? { subjectOf } : {})}
          >
            {(card) => children(card, lane)}
          </PagedRows>
        </TileHeadContext>
      )}
    </section>
  );
}

/** Shows cards in lanes side by side. A narrow tile shows only the number of cards in each lane. */
export function Lanes<C>({ lanes, areCardsWide = false, ...cardProps }: LanesProps<C>) {
  const style: CSSProperties = { gridTemplateColumns: `repeat(${lanes.length}, minmax(0, 1fr))` };
  return (
    <div className={`wall-table lanes${areCardsWide ? ' lanes-wide-cards' : ''}`}>
      <CountList counts={lanes} />
      <div className="lane-row" style={style}>
        {lanes.map((lane) => (
          <LaneColumn key={lane.key} lane={lane} {...cardProps} />
        ))}
      </div>
    </div>
  );
}
