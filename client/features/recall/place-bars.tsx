import { max, scaleLinear, sum } from 'd3';
import { PIECE_PLACES, type PiecePlace } from '#shared/ledger/locate-pieces.ts';
import type { FoundPieces } from '#shared/quality/recall.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  rows: readonly FoundPieces[];
  chosenPlace: PiecePlace | null;
  onChoose: (place: PiecePlace) => void;
}

/** Draws how many pieces are in each place. Each bar is a button that narrows the table to its place. */
export function PlaceBars({ rows, chosenPlace, onChoose }: Props) {
  const t = useT();
  const bars = PIECE_PLACES.map((place) => ({
    place,
    quantity: sum(
      rows.filter((row) => row.place === place),
      (row) => row.quantity,
    ),
  })).filter(({ quantity }) => quantity > 0);
  const scale = scaleLinear([0, max(bars, ({ quantity }) => quantity) ?? 1], [0, 100]);
  return (
    <section className="recall-card" aria-label={t('piecesByPlace')}>
      <h3>
        {t('piecesByPlace')} <small>{t('pieces')}</small>
      </h3>
      <ul className="place-bars">
        {bars.map(({ place, quantity }) => (
          <li key={place}>
            <button
              type="button"
              className={`place-bar state-${getStateStyle(place).tone}`}
              aria-pressed={place === chosenPlace}
              onClick={() => onChoose(place)}
            >
              <StateMark state={place} />
              <span className="place-bar-track" aria-hidden="true">
                <span className="place-bar-fill" style={{ inlineSize: `${scale(quantity)}%` }} />
              </span>
              <span className="number">{formatNumber(quantity)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
