import { HTMLSelect } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { GroupLoad } from '#shared/answers/capacity-load.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { CAPACITY_AXES, type CapacityAxis } from '#shared/planning/group-capacity.ts';
import { addDays, isDay } from '#shared/rules/days.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { DateInput } from '#client/kit/fields/date-input.tsx';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, toLocalDay } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { CELL_STYLES, LEGEND_STATES } from '#client/production/capacity/cell-style.ts';
import { LOAD_STEPS, getMonday, makeLoadColumns, type LoadStep } from '#shared/planning/load-columns.ts';
import { LoadChart } from './load-chart.tsx';
import { LoadDrawer } from './load-drawer.tsx';
import { LoadGrid } from './load-grid.tsx';
import { useCapacityLoad, type ChosenLoad } from './use-capacity-load.ts';
import '#client/crud/page-head.css';
import './capacity-load.css';

const DAY_COUNT_CHOICES = [14, 28, 56, 112];
const DEFAULT_DAY_COUNT = DAY_COUNT_CHOICES[1]!;
const MINUTE_MS = 60_000;
const DAY_FIELD: Field = { kind: 'date', required: false, unique: false };

/** Finds the index of the group with the most load. */
function findFullestGroupIndex(groups: readonly GroupLoad[], axis: CapacityAxis): number {
  const loads = groups.map((group) => group[axis].load.reduce((sum, minutes) => sum + minutes, 0));
  return Math.max(0, loads.indexOf(Math.max(...loads)));
}

/** Compares the remaining work with the capacity, by work group and by day or week. */
export function CapacityLoadScreen() {
  const t = useT();
  const id = useId();
  const user = useUser();
  const today = toLocalDay(useTimeZone(), useServerTime(MINUTE_MS));
  const [params, setParams] = useSearchParams();
  const [overtimePercent, setOvertimePercent] = useState(0);
  const [openedFigure, setOpenedFigure] = useState<(ChosenLoad & { name: string }) | null>(null);
  const setSearchParam = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const axis: CapacityAxis =
    CAPACITY_AXES.find((candidate) => candidate === params.get('axis')) ?? 'deviceHours';
  const step: LoadStep = LOAD_STEPS.find((candidate) => candidate === params.get('by')) ?? 'loadByDay';
  const shownDayCount =
    DAY_COUNT_CHOICES.find((dayCount) => String(dayCount) === params.get('days')) ?? DEFAULT_DAY_COUNT;
  const requestedDay = params.get('from');
  const firstDay = isDay(requestedDay) ? requestedDay : today;
  const monday = getMonday(firstDay);
  // Past days have no capacity for the remaining work, so the current week begins today.
  const weekStart = monday < today && today <= firstDay ? today : monday;
  const from = step === 'loadByWeek' ? weekStart : firstDay;
  const to = addDays(from, shownDayCount - 1);
  const { data, isError, refetch, isPlaceholderData } = useCapacityLoad(from, to);
  const groups = data?.groups ?? [];
  const columns = data ? makeLoadColumns(data.from, data.to, step) : [];
  const nameOf = (group: GroupLoad) => (group.id === null ? t('loadWithoutGroup') : group.name);
  const requestedIndex = groups.findIndex((group) => String(group.id ?? 0) === params.get('group'));
  const chartGroupIndex = requestedIndex >= 0 ? requestedIndex : findFullestGroupIndex(groups, axis);
  const chartGroup = groups[chartGroupIndex];
  return (
    <section className="capacity-page" aria-label={t('capacityLoad')}>
      <header className="page-head">
        <h1>
          {t('capacityLoad')} <span className="page-count">{data ? formatNumber(groups.length, 0) : ''}</span>
        </h1>
        <div className="page-actions">
          <ChoiceSwitch
            label={t('capacityAxis')}
            choices={CAPACITY_AXES}
            value={axis}
            onChange={(next) => setSearchParam('axis', next)}
          />
          <ChoiceSwitch
            label={t('period')}
            choices={LOAD_STEPS}
            value={step}
            onChange={(next) => setSearchParam('by', next)}
          />
          <div className="capacity-day">
            <DateInput
              field={DAY_FIELD}
              id={`${id}-from`}
              ariaLabel={t('firstCapacityDay')}
              value={firstDay}
              onChange={(next) => setSearchParam('from', isDay(next) && next !== today ? next : '')}
            />
          </div>
          <HTMLSelect
            aria-label={t('shownDays')}
            value={shownDayCount}
            options={DAY_COUNT_CHOICES.map((count) => ({ value: count, label: t('countOfDays', { count }) }))}
            onChange={(event) => setSearchParam('days', event.target.value)}
          />
        </div>
      </header>
      <div className="capacity-tools">
        <ul className="capacity-legend">
          {LEGEND_STATES.map((state) => (
            <li key={state} className={`state-${CELL_STYLES[state].tone}`}>
              <span className="load-shape" aria-hidden="true">
                {CELL_STYLES[state].shape}
              </span>
              {t(CELL_STYLES[state].term)}
            </li>
          ))}
        </ul>
        <div className="capacity-overtime">
          <label htmlFor={`${id}-overtime`} title={t('overtimeUsedHint')}>
            {t('overtimeUsed')}
          </label>
          <input
            id={`${id}-overtime`}
            type="range"
            min={0}
            max={100}
            step={5}
            value={overtimePercent}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setOvertimePercent(Number(event.target.value))}
          />
          <output htmlFor={`${id}-overtime`}>{overtimePercent}%</output>
          <span id={`${id}-hint`} className="visually-hidden">
            {t('overtimeUsedHint')}
          </span>
        </div>
      </div>
      {data && groups.length > 0 ? (
        <>
          <LoadGrid
            groups={groups}
            columns={columns}
            axis={axis}
            step={step}
            today={data.today}
            overtimePercent={overtimePercent}
            chartGroupIndex={chartGroupIndex}
            isWaiting={isPlaceholderData}
            onChoose={(group) => setSearchParam('group', String(group.id ?? 0))}
            onOpen={(group, loadKind, column) =>
              setOpenedFigure({
                groupId: group.id,
                name: nameOf(group),
                loadKind,
                from: column?.from ?? data.from,
                to: column?.to ?? data.to,
              })
            }
          />
          {chartGroup && (
            <LoadChart
              name={nameOf(chartGroup)}
              axis={axis}
              load={chartGroup[axis]}
              columns={columns}
              step={step}
              today={data.today}
            />
          )}
        </>
      ) : (
        <div className="capacity-none">
          {data || isError ? (
            <ListEmpty failed={isError} onRetry={() => void refetch()}>
              <p>{t('capacityEmpty')}</p>
              {hasPermission(user, 'SYSTEM_BASIC_GROUP') && (
                <Link to="/system/basic/group">{t('workGroups')}</Link>
              )}
            </ListEmpty>
          ) : (
            <div className="capacity-waiting" aria-busy="true">
              {Array.from({ length: 8 }, (_, index) => (
                <span key={index} className="skeleton" />
              ))}
            </div>
          )}
        </div>
      )}
      {openedFigure && (
        <LoadDrawer
          figure={openedFigure}
          axis={axis}
          name={openedFigure.name}
          onClose={() => setOpenedFigure(null)}
        />
      )}
    </section>
  );
}
