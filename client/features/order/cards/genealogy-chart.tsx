import { linkHorizontal, max, scaleSqrt } from 'd3';
import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { layOutGenealogy, NODE_HEIGHT, NODE_WIDTH, type PlacedEdge } from './genealogy-layout.ts';

interface Props {
  genealogy: CardGenealogy;
  chosenCardId: number;
  onChoose: (cardId: number) => void;
}

const MAX_LINE_WIDTH = 14;
const drawLink = linkHorizontal<unknown, [number, number]>();

function buildPath({ from, to }: PlacedEdge): string {
  const middle = NODE_HEIGHT / 2;
  return drawLink({ source: [from.x + NODE_WIDTH, from.y + middle], target: [to.x, to.y + middle] }) ?? '';
}

/**
 * Draws where the pieces of cards came from and where they went, from the left to the right. The width of a line shows
 * its quantity. Each card is a button, so that the keyboard reaches it.
 */
export function GenealogyChart({ genealogy, chosenCardId, onChoose }: Props) {
  const t = useT();
  const layout = layOutGenealogy(genealogy);
  const lineWidth = scaleSqrt([0, max(layout.edges, ({ edge }) => edge.quantity) ?? 1], [1, MAX_LINE_WIDTH]);
  return (
    <div className="genealogy" role="group" aria-label={t('cardGenealogy')}>
      <div className="genealogy-area" style={{ inlineSize: layout.width, blockSize: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {layout.edges.map((placedEdge) => {
            const { edge, from, to } = placedEdge;
            const isNear = edge.fromCardId === chosenCardId || edge.toCardId === chosenCardId;
            return (
              <g key={edge.id} data-near={isNear}>
                <path d={buildPath(placedEdge)} strokeWidth={lineWidth(edge.quantity)} />
                <text
                  x={from.x + NODE_WIDTH + (to.x - from.x - NODE_WIDTH) * 0.75}
                  y={from.y + (to.y - from.y) * 0.9 + NODE_HEIGHT / 2 - 6}
                >
                  {formatNumber(edge.quantity)}
                </text>
              </g>
            );
          })}
        </svg>
        {layout.cards.map(({ card, x, y }) => (
          <button
            key={card.id}
            type="button"
            className="genealogy-card"
            data-state={card.state}
            aria-pressed={card.id === chosenCardId}
            style={{
              insetInlineStart: x,
              insetBlockStart: y,
              inlineSize: NODE_WIDTH,
              blockSize: NODE_HEIGHT,
            }}
            onClick={() => onChoose(card.id)}
          >
            <strong>{card.code}</strong>
            <span>
              {formatNumber(card.quantity)} · {t(card.state)}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
