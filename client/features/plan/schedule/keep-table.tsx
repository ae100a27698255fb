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
import { FIGURE_COUNT, FigureCells, PLAN_FIGURES } from './figure-cells.tsx';

interface Props {
  /** The newest proposal for each `keep`. */
  runByKeep: ReadonlyMap<ScheduleKeep, ScheduleRun>;
  /** The figures of the present plan, continued from the current time; null if there is no present plan. */
  presentFigures: ScheduleFigures | null;
  chosen: ScheduleKeep;
  /** Whether the user must wait before another plan can be computed. */
  isBusy: boolean;
  onChoose: (keep: ScheduleKeep) => void;
  onCompute: (keep: ScheduleKeep) => void;
}

/**
 * Compares the proposals for each `keep` with the present plan by their figures. The user chooses and computes
 * proposals.
 */
export function KeepTable({ runByKeep, presentFigures, chosen, isBusy, onChoose, onCompute }: Props) {
  const t = useT();
  const id = useId();
  const zone = useTimeZone();
  const formatCount = (value: number | null): string => (value === null ? '—' : formatNumber(value, 0));
  return (
    <div className="keep-table">
      <table className="plain-table" aria-label={t('scheduleKeep')}>
        <TableHead
          heads={[
            t('scheduleKeep'),
            { words: t('computePlan'), hidden: true },
            ...PLAN_FIGURES.map((figure) => ({ words: t(`planFigure.${figure}`), className: 'figure' })),
          ]}
        />
        <tbody>
          {presentFigures && (
            <tr>
              <th scope="row">{t('presentSchedule')}</th>
              <td />
              <FigureCells figures={presentFigures} presentFigures={null} />
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
                      {run.requestedFor && `${t(run.requestedFor)} `}
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
                  <FigureCells figures={figures} presentFigures={presentFigures} />
                ) : (
                  <td colSpan={FIGURE_COUNT} className="keep-none">
                    {run?.state === 'computing' ? t('scheduleState.computing') : t(`${keep}Hint`)}
                  </td>
                )}
                <td className="figure">{formatCount(figures && (run?.moved ?? null))}</td>
                <td className="figure">{formatCount(figures && (run?.machineChanged ?? null))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
