import { Button, Radio } from '@blueprintjs/core';
import { RefreshIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import {
  SCHEDULE_KEEPS,
  type ScheduleFigures,
  type ScheduleKeep,
  type ScheduleRun,
} from '#shared/answers/schedule.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber, formatTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatLateness } from './plan-words.ts';

interface Props {
  /** The newest proposal of each way that counts. */
  runByKeep: ReadonlyMap<ScheduleKeep, ScheduleRun>;
  /** The figures of the present plan, carried on from now; null if there is none. */
  before: ScheduleFigures | null;
  chosen: ScheduleKeep;
  /** Whether nothing can be computed now. */
  isBusy: boolean;
  onChoose: (keep: ScheduleKeep) => void;
  onCompute: (keep: ScheduleKeep) => void;
}

/** A figure and how much more or less it is than that of the present plan. */
function Figure({ value, before, text }: { value: number; before: number | undefined; text: string }) {
  const difference = before === undefined ? 0 : value - before;
  return (
    <td className="figure">
      {text}
      {difference !== 0 && (
        <span className={`keep-difference ${difference > 0 ? 'is-worse' : 'is-better'}`}>
          <span aria-hidden="true">{difference > 0 ? '▲' : '▼'}</span>
          <span className="visually-hidden">{difference > 0 ? '+' : '−'}</span>
        </span>
      )}
    </td>
  );
}

function FigureCells({ figures, before }: { figures: ScheduleFigures; before: ScheduleFigures | null }) {
  const t = useT();
  const hours = (minutes: number): string => formatNumber(minutes / 60, 0);
  return (
    <>
      <Figure
        value={figures.lateOrders}
        before={before?.lateOrders}
        text={`${formatNumber(figures.lateOrders, 0)} / ${formatNumber(figures.orders, 0)}`}
      />
      <Figure
        value={figures.lateMinutes}
        before={before?.lateMinutes}
        text={formatLateness(figures.lateMinutes, t)}
      />
      <Figure
        value={figures.mostLateMinutes}
        before={before?.mostLateMinutes}
        text={formatLateness(figures.mostLateMinutes, t)}
      />
      <Figure
        value={figures.objective.tardiness}
        before={before?.objective.tardiness}
        text={hours(figures.objective.tardiness)}
      />
      <Figure value={figures.unplaced} before={before?.unplaced} text={formatNumber(figures.unplaced, 0)} />
    </>
  );
}

const FIGURE_COUNT = 5;

/** Shows what each way of planning comes to, beside the present plan, and lets people choose one. */
export function KeepTable({ runByKeep, before, chosen, isBusy, onChoose, onCompute }: Props) {
  const t = useT();
  const id = useId();
  const zone = useTimeZone();
  const count = (value: number | null): string => (value === null ? '—' : formatNumber(value, 0));
  return (
    <div className="keep-table">
      <table className="plain-table" aria-label={t('scheduleKeep')}>
        <TableHead
          heads={[
            t('scheduleKeep'),
            { words: t('computePlan'), hidden: true },
            ...(
              [
                'lateOrders',
                'lateMinutes',
                'mostLate',
                'weighted',
                'unplaced',
                'moved',
                'machineChanged',
              ] as const
            ).map((figure) => ({ words: t(`planFigure.${figure}`), className: 'figure' })),
          ]}
        />
        <tbody>
          {before && (
            <tr>
              <th scope="row">{t('presentSchedule')}</th>
              <td />
              <FigureCells figures={before} before={null} />
              <td className="figure nothing">—</td>
              <td className="figure nothing">—</td>
            </tr>
          )}
          {SCHEDULE_KEEPS.map((keep) => {
            const run = runByKeep.get(keep);
            const figures = run?.figures ?? null;
            return (
              <tr key={keep} className={keep === chosen ? 'is-chosen' : undefined}>
                <th scope="row">
                  <Radio
                    name={id}
                    checked={keep === chosen}
                    label={t(keep)}
                    title={t(`${keep}Hint`)}
                    onChange={() => onChoose(keep)}
                  />
                </th>
                <td className="keep-compute">
                  {run?.endedAt && figures && (
                    <span
                      className="keep-time"
                      title={t('computedAt', { time: formatTime(run.endedAt, zone) })}
                    >
                      {formatTime(run.endedAt, zone)}
                    </span>
                  )}
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<RefreshIcon />}
                    text={figures ? undefined : t('computePlan')}
                    aria-label={`${t(figures ? 'computeAgain' : 'computePlan')}: ${t(keep)}`}
                    disabled={isBusy}
                    onClick={() => onCompute(keep)}
                  />
                </td>
                {figures ? (
                  <FigureCells figures={figures} before={before} />
                ) : (
                  <td colSpan={FIGURE_COUNT} className="keep-none">
                    {run?.state === 'computing' ? t('scheduleState.computing') : t(`${keep}Hint`)}
                  </td>
                )}
                <td className="figure">{count(figures && (run?.moved ?? null))}</td>
                <td className="figure">{count(figures && (run?.machineChanged ?? null))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
