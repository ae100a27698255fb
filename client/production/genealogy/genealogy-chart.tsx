import { linkHorizontal, max, scaleSqrt } from 'd3';
import { useMemo } from 'react';
import { formatNumber } from '#client/kit/words/formats.ts';
import {
  layOutGenealogy,
  NODE_HEIGHT,
  NODE_WIDTH,
  type DrawnGenealogy,
  type PlacedEdge,
} from './genealogy-layout.ts';
import '#client/kit/elements/chart-node.css';
import './genealogy.css';

interface Props {
  label: string;
  genealogy: DrawnGenealogy;
  chosenKey: string | null;
  onChoose: (key: string) => void;
}

const MAX_LINE_WIDTH = 14;
const drawLink = linkHorizontal<unknown, [number, number]>();

function buildPath({ from, to }: PlacedEdge): string {
  const middle = NODE_HEIGHT / 2;
  return drawLink({ source: [from.x + NODE_WIDTH, from.y + middle], target: [to.x, to.y + middle] }) ?? '';
}

/**
 * Draws where pieces came from and where they went, from the left to the right. The width of a line shows its
 * quantity; a line of an unknown quantity is dashed. Each node is a button, so that users can choose it by
 * keyboard.
 */
export function GenealogyChart({ label, genealogy, chosenKey, onChoose }: Props) {
  const layout = useMemo(() => layOutGenealogy(genealogy), [genealogy]);
  const lineWidth = scaleSqrt(
    [0, max(layout.edges, ({ edge }) => edge.quantity ?? 0) || 1],
    [1, MAX_LINE_WIDTH],
  );
  return (
    <div className="genealogy" role="group" aria-label={label}>
      <div className="genealogy-area" style={{ inlineSize: layout.width, blockSize: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {layout.edges.map((placedEdge) => {
            const { edge, from, to } = placedEdge;
            const isNear = edge.from === chosenKey || edge.to === chosenKey;
            return (
              <g key={edge.key} data-near={isNear} data-unknown={edge.quantity === null}>
                <path d={buildPath(placedEdge)} strokeWidth={lineWidth(edge.quantity ?? 0)} />
                {edge.quantity !== null && (
                  <text
                    x={from.x + NODE_WIDTH + (to.x - from.x - NODE_WIDTH) * 0.75}
                    y={from.y + (to.y - from.y) * 0.9 + NODE_HEIGHT / 2 - 6}
                  >
                    {formatNumber(edge.quantity)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
        {layout.nodes.map(({ node, x, y }) => (
          <button
            key={node.key}
            type="button"
            className="chart-node genealogy-node"
            data-emptied={node.isEmptied ?? false}
            aria-pressed={node.key === chosenKey}
            style={{
              insetInlineStart: x,
              insetBlockStart: y,
              inlineSize: NODE_WIDTH,
              blockSize: NODE_HEIGHT,
            }}
            onClick={() => onChoose(node.key)}
          >
            <strong>{node.title}</strong>
            <span>{node.detail}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
