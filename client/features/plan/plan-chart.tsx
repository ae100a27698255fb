import type { ScheduledNode } from '#shared/planning/master-plan/schedule-template.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import './plan-chart.css';

interface Props {
  nodes: readonly ScheduledNode[];
  /** The length of the plan in working hours. */
  hours: number;
  workdayHours: number;
  nameOf: (seq: number) => string;
}

/** The maximum number of marks on the axis. */
const MAX_AXIS_MARKS = 10;

/** Chooses a round number of days as the distance between two marks of the axis. */
function chooseMarkStep(days: number): number {
  const minStep = days / MAX_AXIS_MARKS;
  return [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => step >= minStep) ?? Math.ceil(minStep);
}

/**
 * Draws a plan as bars over working days. A node that is not on the critical path also has a bar
 * for its slack.
 */
export function PlanChart({ nodes, hours, workdayHours, nameOf }: Props) {
  const t = useT();
  const dayCount = Math.max(1, Math.ceil(hours / workdayHours));
  const totalHours = dayCount * workdayHours;
  const toPercent = (hourCount: number) => `${(hourCount / totalHours) * 100}%`;
  const step = chooseMarkStep(dayCount);
  const marks = Array.from({ length: Math.ceil(dayCount / step) }, (_, index) => index * step);
  const formatDays = (hourCount: number) => formatNumber(hourCount / workdayHours, 1);
  return (
    <figure className="plan-chart">
      <figcaption>
        {t('planTakes', { days: formatDays(hours), count: nodes.filter((node) => node.isCritical).length })}
      </figcaption>
      <div className="plan-axis" aria-hidden="true">
        <div className="plan-track">
          {marks.map((day) => (
            <span key={day} style={{ insetInlineStart: toPercent(day * workdayHours) }}>
              {t('dayNumber', { day: day + 1 })}
            </span>
          ))}
        </div>
      </div>
      <ol>
        {nodes.map((node) => {
          const durationHours = node.end - node.start;
          const note = node.isCritical
            ? t('onCriticalPath')
            : t('slackDays', { days: formatDays(node.slack) });
          return (
            <li key={node.seq}>
              <span className="plan-name">{nameOf(node.seq)}</span>
              <div className="plan-track">
                {marks.slice(1).map((day) => (
                  <i
                    key={day}
                    className="plan-mark"
                    style={{ insetInlineStart: toPercent(day * workdayHours) }}
                  />
                ))}
                {!node.isCritical && (
                  <i
                    className="plan-slack"
                    style={{
                      insetInlineStart: toPercent(node.end),
                      inlineSize: toPercent(Math.min(node.slack, totalHours - node.end)),
                    }}
                  />
                )}
                <i
                  className={`plan-bar${node.isCritical ? ' plan-critical' : ''}${durationHours === 0 ? ' plan-milestone' : ''}`}
                  style={{
                    insetInlineStart: toPercent(node.start),
                    inlineSize: durationHours === 0 ? undefined : toPercent(durationHours),
                  }}
                />
              </div>
              <span className="plan-note">
                {durationHours === 0 ? t('milestone') : t('daysLong', { days: formatDays(durationHours) })} ·{' '}
                {note}
              </span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
