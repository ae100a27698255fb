import type { MasterPlanDetail, MasterPlanNodeAnswer } from '#shared/planning/master-plan/plan-answer.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { type GanttLayout, layOutGantt, ROW_HEIGHT } from './gantt-layout.ts';
import { useDescribeNode } from './use-describe-node.ts';

interface Props {
  plan: MasterPlanDetail;
  onOpen: (seq: number) => void;
}

const MIN_TICK_WIDTH_PX = 72;
/** The width of the label of a tick. A tick with less space at its right has no label. */
const TICK_TEXT_WIDTH_PX = 64;
/** The minimum width of the chart. In a narrower window, the chart scrolls. */
const MIN_CHART_WIDTH_PX = 320;

/**
 * Draws the planned days of a node as a frame. The bar below shows the actual or expected days; its colour shows if
 * they are late.
 */
function NodeBars({ node, layout, row }: { node: MasterPlanNodeAnswer; layout: GanttLayout; row: number }) {
  const { days } = node;
  if (days === null) return null;
  const plannedPlace = layout.place(days.plannedStart, days.plannedEnd);
  const projectedPlace = layout.place(days.projectedStart, days.projectedEnd);
  const needByPlace = days.needBy === null ? null : layout.place(days.needBy, days.needBy);
  const y = row * ROW_HEIGHT;
  return (
    <g>
      <rect
        className="gantt-planned"
        x={plannedPlace.x}
        width={plannedPlace.width}
        y={y + 5}
        height={9}
        rx={2}
      />
      <rect
        className={`gantt-projected gantt-${getStateStyle(days.light).tone}`}
        data-open={days.endedOn === null}
        data-critical={days.isCritical}
        x={projectedPlace.x}
        width={projectedPlace.width}
        y={y + 18}
        height={12}
        rx={2}
      />
      {needByPlace && days.endedOn === null && (
        <line
          className="gantt-need-by"
          x1={needByPlace.x + needByPlace.width}
          x2={needByPlace.x + needByPlace.width}
          y1={y + 3}
          y2={y + ROW_HEIGHT - 3}
        />
      )}
    </g>
  );
}

/** The legend of the chart. */
function GanttLegend() {
  const t = useT();
  const marks = [
    ['gantt-planned', t('planDates')],
    ['gantt-projected gantt-running', t('planOnTime')],
    ['gantt-projected gantt-late', t('planProjectedLate')],
    ['gantt-projected gantt-stop', t('planLate')],
  ] as const;
  return (
    <ul className="gantt-legend">
      {marks.map(([className, text]) => (
        <li key={className}>
          <svg width="20" height="12" aria-hidden="true">
            <rect className={className} x="1" y="1" width="18" height="10" rx="2" />
          </svg>
          {text}
        </li>
      ))}
      <li>
        <svg width="20" height="12" aria-hidden="true">
          <line className="gantt-need-by" x1="10" x2="10" y2="12" />
        </svg>
        {t('needByDay')}
      </li>
      <li>
        <svg width="20" height="12" aria-hidden="true">
          <line className="gantt-today" x1="10" x2="10" y2="12" />
        </svg>
        {t('today')}
      </li>
    </ul>
  );
}

/**
 * Shows the nodes of a plan as bars over time, with links from the nodes that they wait for. A name opens the dialog of
 * its node.
 */
export function PlanGantt({ plan, onOpen }: Props) {
  const t = useT();
  const describeNode = useDescribeNode(plan);
  const { ref, width } = useElementWidth();
  const chartWidth = Math.max(width, MIN_CHART_WIDTH_PX);
  const layout = layOutGantt(plan, chartWidth);
  const ticks = layout.listTicks(MIN_TICK_WIDTH_PX);
  return (
    <div className="gantt">
      <GanttLegend />
      <div className="gantt-grid">
        <ol className="gantt-names">
          {plan.nodes.map((node) => (
            <li key={node.seq} style={{ blockSize: ROW_HEIGHT }}>
              <button
                type="button"
                aria-label={describeNode(node)}
                title={describeNode(node)}
                onClick={() => onOpen(node.seq)}
              >
                {node.days && (
                  <span
                    className={`state-${getStateStyle(node.days.light).tone} state-shape`}
                    aria-hidden="true"
                  >
                    {getStateStyle(node.days.light).shape}
                  </span>
                )}{' '}
                <span className="gantt-seq">{node.seq}</span> {node.name}
              </button>
            </li>
          ))}
        </ol>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide chart scrolls by keyboard */}
        <div ref={ref} className="gantt-chart" role="region" tabIndex={0} aria-label={t('planAsGantt')}>
          <svg
            role="img"
            aria-label={t('planDrawing', {
              name: plan.name,
              count: plan.nodes.length,
              day: plan.days?.projectedEnd ?? '',
            })}
            width={chartWidth}
            height={layout.height + 20}
          >
            {ticks.map(({ day, x }) => (
              <g key={day} className="gantt-tick">
                <line x1={x} x2={x} y1={20} y2={layout.height + 20} />
                {x + TICK_TEXT_WIDTH_PX <= chartWidth && (
                  <text x={x + 4} y={14}>
                    {day.slice(0, 4) === plan.today.slice(0, 4) ? day.slice(5) : day.slice(2)}
                  </text>
                )}
              </g>
            ))}
            <g transform="translate(0,20)">
              {plan.nodes.map(({ seq }, row) => (
                <line
                  key={seq}
                  className="gantt-row"
                  x2={chartWidth}
                  y1={(row + 1) * ROW_HEIGHT}
                  y2={(row + 1) * ROW_HEIGHT}
                />
              ))}
              <line className="gantt-today" x1={layout.todayX} x2={layout.todayX} y2={layout.height} />
              {layout.links.map(({ key, path }) => (
                <path key={key} className="gantt-link" d={path} />
              ))}
              {plan.nodes.map((node, row) => (
                <NodeBars key={node.seq} node={node} layout={layout} row={row} />
              ))}
            </g>
          </svg>
        </div>
      </div>
    </div>
  );
}
