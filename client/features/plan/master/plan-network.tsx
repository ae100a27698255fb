import type { MasterPlanDetail } from '#shared/planning/master-plan/plan-answer.ts';
import type { PlanRelation } from '#shared/rules/plan-relation.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { layOutNetwork, NODE_HEIGHT, NODE_WIDTH } from './network-layout.ts';
import { useDescribeNode } from './use-describe-node.ts';
import '#client/kit/elements/chart-node.css';

interface Props {
  plan: MasterPlanDetail;
  onOpen: (seq: number) => void;
}

/** The usual short names of the relations, which are the same in all languages. */
const SHORT_RELATIONS: Readonly<Record<PlanRelation, string>> = {
  finishToStart: 'FS',
  startToStart: 'SS',
  finishToFinish: 'FF',
  startToFinish: 'SF',
};

/** Returns the label of a link; empty for finish-to-start without a lag. */
function formatLink(relation: PlanRelation, lagDays: number): string {
  if (relation === 'finishToStart' && lagDays === 0) return '';
  return `${SHORT_RELATIONS[relation]}${lagDays > 0 ? ` +${lagDays}` : ''}`;
}

/**
 * Draws the nodes as a network from left to right. Critical links are thick. Each node is a button that opens its
 * dialog.
 */
export function PlanNetwork({ plan, onOpen }: Props) {
  const t = useT();
  const describeNode = useDescribeNode(plan);
  const layout = layOutNetwork(plan);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide drawing scrolls by keyboard
    <div className="network" role="region" tabIndex={0} aria-label={t('planAsNetwork')}>
      <div className="network-area" style={{ inlineSize: layout.width, blockSize: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden="true">
          {layout.links.map(({ key, path, isCritical, relation, lagDays, labelX, labelY }) => (
            <g key={key} data-critical={isCritical}>
              <path d={path} />
              <text x={labelX} y={labelY}>
                {formatLink(relation, lagDays)}
              </text>
            </g>
          ))}
        </svg>
        {layout.nodes.map(({ node, x, y }) => (
          <button
            key={node.seq}
            type="button"
            className="chart-node network-node"
            data-critical={node.days?.isCritical ?? false}
            aria-label={describeNode(node)}
            title={describeNode(node)}
            style={{
              insetInlineStart: x,
              insetBlockStart: y,
              inlineSize: NODE_WIDTH,
              blockSize: NODE_HEIGHT,
            }}
            onClick={() => onOpen(node.seq)}
          >
            <strong>
              {node.seq} {node.name}
            </strong>
            {node.days && <StateMark state={node.days.endedOn ? 'nodeEnded' : node.days.light} />}
            <span>
              {node.days && `${node.days.projectedStart.slice(5)} – ${node.days.projectedEnd.slice(5)}`}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
