import { Button, Radio } from '@blueprintjs/core';
import { DuplicateIcon, TrashIcon } from '@blueprintjs/icons';
import { useId } from 'react';
import type { ScheduleFigures, ScheduleRun } from '#shared/answers/schedule.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { FIGURE_COUNT, FigureCells, PLAN_FIGURES } from '../figure-cells.tsx';
import { describePatch } from './describe-patch.ts';

interface Props {
  scenarios: readonly ScheduleRun[];
  /** The figures of the plan that was present when the chosen scenario was computed; null if there was none. */
  presentFigures: ScheduleFigures | null;
  chosenId: number | null;
  isBusy: boolean;
  onChoose: (id: number) => void;
  onCopy: (run: ScheduleRun) => void;
  onRemove: (run: ScheduleRun) => void;
}

/** Lists the scenarios with their changes and figures. The first row has the figures of the present plan. */
export function ScenarioTable({
  scenarios,
  presentFigures,
  chosenId,
  isBusy,
  onChoose,
  onCopy,
  onRemove,
}: Props) {
  const t = useT();
  const id = useId();
  const zone = useTimeZone();
  const formatCount = (value: number | null): string => (value === null ? '—' : formatNumber(value, 0));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
    <div className="keep-table scenario-table" tabIndex={0} role="region" aria-label={t('scenarios')}>
      <table className="plain-table" aria-label={t('scenarios')}>
        <TableHead
          heads={[
            t('scenario'),
            t('scenarioChange'),
            ...PLAN_FIGURES.map((figure) => ({ words: t(`planFigure.${figure}`), className: 'figure' })),
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {presentFigures && (
            <tr>
              <th scope="row">{t('presentSchedule')}</th>
              <td className="nothing">—</td>
              <FigureCells figures={presentFigures} presentFigures={null} />
              <td className="figure nothing">—</td>
              <td className="figure nothing">—</td>
              <td />
            </tr>
          )}
          {scenarios.map((run) => {
            const { figures, state, endedAt } = run;
            return (
              <tr key={run.id} className={run.id === chosenId ? 'is-chosen' : undefined}>
                <th scope="row">
                  <Radio
                    name={id}
                    checked={run.id === chosenId}
                    disabled={!figures}
                    label={run.name ?? ''}
                    onChange={() => onChoose(run.id)}
                  />
                  <span className="keep-time">
                    {endedAt ? formatMoment(endedAt, zone) : ''} {run.requestedBy} · {t(run.keep)}
                  </span>
                  {state === 'outdated' && (
                    <span className="scenario-outdated">
                      <span aria-hidden="true">◆</span> {t('scenarioOutdated')}
                    </span>
                  )}
                </th>
                <td className="scenario-patches">
                  {run.patches.map((patch, index) => (
                    <div key={index}>{describePatch(patch, zone, t)}</div>
                  ))}
                </td>
                {figures ? (
                  <FigureCells figures={figures} presentFigures={run.before} />
                ) : (
                  <td colSpan={FIGURE_COUNT} className="keep-none">
                    {t(`scheduleState.${state}`)}
                  </td>
                )}
                <td className="figure">{formatCount(figures && run.moved)}</td>
                <td className="figure">{formatCount(figures && run.machineChanged)}</td>
                <td className="scenario-actions">
                  <Button
                    variant="minimal"
                    icon={<DuplicateIcon />}
                    title={t('copyScenario')}
                    aria-label={`${t('copyScenario')}: ${run.name}`}
                    disabled={isBusy}
                    onClick={() => onCopy(run)}
                  />
                  <Button
                    variant="minimal"
                    icon={<TrashIcon />}
                    title={t('delete')}
                    aria-label={`${t('delete')}: ${run.name}`}
                    disabled={isBusy || state === 'computing'}
                    onClick={() => onRemove(run)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
