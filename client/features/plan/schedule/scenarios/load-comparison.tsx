import { HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import type { ComparedLoad, DailyMinutes } from '#shared/answers/schedule/difference.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  days: readonly string[];
  loads: readonly ComparedLoad[];
  /** The name of the plan whose load is `after`. */
  name: string;
  /** The name of the plan whose load is `before`. */
  otherName: string;
}

type Side = 'after' | 'before';

const SHOWN_DAYS = 14;
const HEIGHT_PX = 200;
const MARGIN_PX = { top: 12, right: 8, bottom: 24, left: 44 };
const TICK_COUNT = 4;
const MIN_LABEL_DISTANCE_PX = 44;
const SIDES: readonly Side[] = ['before', 'after'];

/** Adds up the hours of several groups for each day. */
const sumHours = (loads: readonly ComparedLoad[], side: Side, kind: keyof DailyMinutes, dayCount: number) =>
  Array.from({ length: dayCount }, (_, day) =>
    loads.reduce((sum, load) => sum + (load[side][kind][day] ?? 0) / 60, 0),
  );

/**
 * Returns a round distance between two ticks of the axis. Between 0 and `maximum` are at most `TICK_COUNT` such
 * distances.
 */
function findStep(maximum: number): number {
  const minStep = maximum / TICK_COUNT;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= minStep) ?? minStep;
}

/** Draws the daily load of two plans as bars side by side. A line shows the open time in each plan. */
export function LoadComparison({ days, loads, name, otherName }: Props) {
  const t = useT();
  const [groupId, setGroupId] = useState<number | null>(null);
  const { ref, width } = useElementWidth();
  const shownDays = days.slice(0, SHOWN_DAYS);
  const shownLoads = loads.filter(({ workGroupId }) => groupId === null || workGroupId === groupId);
  const sumShown = (side: Side, kind: keyof DailyMinutes) =>
    sumHours(shownLoads, side, kind, shownDays.length);
  const plannedHours = { before: sumShown('before', 'planned'), after: sumShown('after', 'planned') };
  const openHours = { before: sumShown('before', 'available'), after: sumShown('after', 'available') };
  const maximum = Math.max(1, ...SIDES.flatMap((side) => [...plannedHours[side], ...openHours[side]]));
  const step = findStep(maximum);
  const innerWidth = Math.max(0, width - MARGIN_PX.left - MARGIN_PX.right);
  const innerHeight = HEIGHT_PX - MARGIN_PX.top - MARGIN_PX.bottom;
  const dayWidth = innerWidth / Math.max(1, shownDays.length);
  const barWidth = Math.max(2, dayWidth * 0.36);
  const yOf = (hours: number): number => innerHeight * (1 - hours / (maximum * 1.05));
  const ticks = Array.from({ length: Math.floor(maximum / step) + 1 }, (_, index) => index * step);
  const labelInterval = Math.max(1, Math.ceil(MIN_LABEL_DISTANCE_PX / Math.max(1, dayWidth)));
  const names = { before: otherName, after: name };
  return (
    <figure className="load-comparison">
      <figcaption>
        <span>{t('loadCompared')}</span>
        {SIDES.map((side) => (
          <span key={side} className="load-comparison-key">
            <span className={`load-comparison-bar is-${side}`} aria-hidden="true" />
            {names[side]}
          </span>
        ))}
        {SIDES.map((side) => (
          <span key={side} className="load-comparison-key">
            <svg width="20" height="8" aria-hidden="true">
              <path className={`load-comparison-line is-${side}`} d="M0,4H20" />
            </svg>
            {t('openTimeOf', { name: names[side] })}
          </span>
        ))}
        <HTMLSelect
          aria-label={t('workGroup')}
          value={groupId ?? ''}
          options={[
            { value: '', label: t('allGroups') },
            ...loads.map((load) => ({ value: String(load.workGroupId), label: load.name })),
          ]}
          onChange={(event) => setGroupId(event.target.value === '' ? null : Number(event.target.value))}
        />
        <span className="load-comparison-unit">{t('hoursUnit')}</span>
      </figcaption>
      <div ref={ref} style={{ blockSize: HEIGHT_PX }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT_PX}
            role="img"
            aria-label={`${t('loadCompared')}: ${otherName}, ${name}`}
          >
            <g transform={`translate(${MARGIN_PX.left},${MARGIN_PX.top})`}>
              {ticks.map((tick) => (
                <g key={tick} transform={`translate(0,${yOf(tick)})`}>
                  <line className="load-comparison-grid" x2={innerWidth} />
                  <text x={-8} textAnchor="end" dominantBaseline="central">
                    {formatNumber(tick, 1)}
                  </text>
                </g>
              ))}
              {shownDays.map((day, index) => (
                <g key={day} transform={`translate(${index * dayWidth},0)`}>
                  {SIDES.map((side, position) => (
                    <rect
                      key={side}
                      className={`load-comparison-bar is-${side}`}
                      x={dayWidth / 2 + (position - 1) * barWidth}
                      y={yOf(plannedHours[side][index]!)}
                      width={barWidth}
                      height={innerHeight - yOf(plannedHours[side][index]!)}
                    >
                      <title>
                        {`${day} · ${names[side]} · ${formatNumber(plannedHours[side][index]!, 1)} / ${formatNumber(openHours[side][index]!, 1)} ${t('hoursUnit')}`}
                      </title>
                    </rect>
                  ))}
                  {index % labelInterval === 0 && (
                    <text x={dayWidth / 2} y={innerHeight + 16} textAnchor="middle">
                      {day.slice(5)}
                    </text>
                  )}
                </g>
              ))}
              {SIDES.map((side) => (
                <path
                  key={side}
                  className={`load-comparison-line is-${side}`}
                  d={openHours[side]
                    .map(
                      (hours, index) =>
                        `${index === 0 ? 'M' : 'L'}${index * dayWidth},${yOf(hours)}H${(index + 1) * dayWidth}`,
                    )
                    .join('')}
                />
              ))}
            </g>
          </svg>
        )}
      </div>
    </figure>
  );
}
