import type { ScheduledNode } from '#shared/rules/plan-forward.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import './plan-chart.css';

interface Props {
  lines: readonly ScheduledNode[];
  /** The length of the plan in working hours. */
  hours: number;
  workdayHours: number;
  nameOf: (seq: number) => string;
}

/** The maximum number of marks on the axis. */
const MAX_AXIS_MARKS = 10;

/** Chooses a round number of days between two marks of the axis. */
function chooseMarkStep(days: number): number {
  const least = days / MAX_AXIS_MARKS;
  return [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => step >= least) ?? Math.ceil(least);
}

/**
 * Draws a plan as bars over working days. A node that is not on the critical path also has a bar
 * for its slack.
 */
export function PlanChart({ lines, hours, workdayHours, nameOf }: Props) {
  const t = useT();
  const dayCount = Math.max(1, Math.ceil(hours / workdayHours));
  const totalHours = dayCount * workdayHours;
  const at = (from: number) => `${(from / totalHours) * 100}%`;
  const step = chooseMarkStep(dayCount);
  const marks = Array.from({ length: Math.ceil(dayCount / step) }, (_, index) => index * step);
  const formatDays = (duration: number) => formatNumber(duration / workdayHours, 1);
  return (
    <figure className="plan-chart">
      <figcaption>
        {t('planTakes', { days: formatDays(hours), count: lines.filter((line) => line.isCritical).length })}
      </figcaption>
      <div className="plan-axis" aria-hidden="true">
        <div className="plan-track">
          {marks.map((day) => (
            <span key={day} style={{ insetInlineStart: at(day * workdayHours) }}>
              {t('dayNumber', { day: day + 1 })}
            </span>
          ))}
        </div>
      </div>
      <ol>
        {lines.map((line) => {
          const durationHours = line.end - line.start;
          const note = line.isCritical
            ? t('onCriticalPath')
            : t('slackDays', { days: formatDays(line.slack) });
          return (
            <li key={line.seq}>
              <span className="plan-name">{nameOf(line.seq)}</span>
              <div className="plan-track">
                {marks.slice(1).map((day) => (
                  <i key={day} className="plan-mark" style={{ insetInlineStart: at(day * workdayHours) }} />
                ))}
                {!line.isCritical && (
                  <i
                    className="plan-slack"
                    style={{
                      insetInlineStart: at(line.end),
                      inlineSize: at(Math.min(line.slack, totalHours - line.end)),
                    }}
                  />
                )}
                <i
                  className={`plan-bar${line.isCritical ? ' plan-critical' : ''}${durationHours === 0 ? ' plan-milestone' : ''}`}
                  style={{
                    insetInlineStart: at(line.start),
                    inlineSize: durationHours === 0 ? undefined : at(durationHours),
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
