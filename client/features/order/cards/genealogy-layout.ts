import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';

type GenealogyCard = CardGenealogy['cards'][number];
type GenealogyEdge = CardGenealogy['edges'][number];

export const NODE_WIDTH = 200;
export const NODE_HEIGHT = 46;
const COLUMN_GAP = 96;
const ROW_GAP = 14;
const MARGIN = 8;

/** A card at its place in the drawing, in pixels. */
export interface PlacedCard {
  card: GenealogyCard;
  x: number;
  y: number;
}

/** A quantity that went from one placed card to another. */
export interface PlacedEdge {
  edge: GenealogyEdge;
  from: PlacedCard;
  to: PlacedCard;
}

export interface GenealogyLayout {
  cards: PlacedCard[];
  edges: PlacedEdge[];
  width: number;
  height: number;
}

/** Computes the column of each card: the number of steps on the longest way from a first card. */
function computeColumns({ cards, edges }: CardGenealogy): Map<number, number> {
  const columns = new Map(cards.map(({ id }) => [id, 0]));
  // Cards get pieces only from older cards, so one pass in the order of the ids is enough.
  for (const { id } of cards.toSorted((a, b) => a.id - b.id)) {
    const origins = edges.filter(({ toCardId }) => toCardId === id);
    columns.set(id, Math.max(0, ...origins.map(({ fromCardId }) => (columns.get(fromCardId) ?? 0) + 1)));
  }
  return columns;
}

/**
 * Places cards in columns, so that pieces move from the left to the right. Each card is near the cards that its pieces
 * came from.
 */
export function layOutGenealogy(genealogy: CardGenealogy): GenealogyLayout {
  const columnByCard = computeColumns(genealogy);
  const columnCount = Math.max(0, ...columnByCard.values()) + 1;
  const rowByCard = new Map<number, number>();
  const placedCards: PlacedCard[] = [];
  let rowCount = 0;
  for (let column = 0; column < columnCount; column++) {
    const computeRank = ({ id }: GenealogyCard) => {
      const rows = genealogy.edges
        .filter(({ toCardId }) => toCardId === id)
        .map(({ fromCardId }) => rowByCard.get(fromCardId) ?? 0);
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    const cards = genealogy.cards
      .filter(({ id }) => columnByCard.get(id) === column)
      .sort((a, b) => computeRank(a) - computeRank(b) || a.id - b.id);
    rowCount = Math.max(rowCount, cards.length);
    for (const [row, card] of cards.entries()) {
      rowByCard.set(card.id, row);
      placedCards.push({
        card,
        x: MARGIN + column * (NODE_WIDTH + COLUMN_GAP),
        y: MARGIN + row * (NODE_HEIGHT + ROW_GAP),
      });
    }
  }
  const placeById = new Map(placedCards.map((place) => [place.card.id, place]));
  return {
    cards: placedCards,
    edges: genealogy.edges.flatMap((edge) => {
      const from = placeById.get(edge.fromCardId);
      const to = placeById.get(edge.toCardId);
      return from && to ? [{ edge, from, to }] : [];
    }),
    width: 2 * MARGIN + columnCount * NODE_WIDTH + (columnCount - 1) * COLUMN_GAP,
    height: 2 * MARGIN + rowCount * NODE_HEIGHT + Math.max(0, rowCount - 1) * ROW_GAP,
  };
}
