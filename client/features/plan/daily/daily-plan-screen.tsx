import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeftIcon, ChevronRightIcon, PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { MAX_DAYS_AHEAD, type DayPlan } from '#shared/answers/daily-plan.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { addDays, isDay } from '#shared/rules/days.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, toLocalDay } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { AdherenceChart } from './adherence-chart.tsx';
import { DaySection } from './day-lines.tsx';
import { divideLines, PLAN_GROUPINGS, type PlanGrouping } from './describe-line.ts';
import { PlanDayInput, PlanPlaceInputs } from './plan-filters.tsx';
import { PlanNoticeList } from './plan-notice-list.tsx';
import { PlanSheetDialog } from './plan-sheet.tsx';
import { ReleaseBar } from './release-bar.tsx';
import { useDayPlan, type PlanFilter } from './use-day-plan.ts';
import '#client/crud/page-head.css';
import '#client/kit/tables/plain-table.css';
import './daily-plan.css';

const MINUTE_MS = 60_000;
const PLAN_FILTER_NAMES = ['group', 'device', 'person'] as const;

const readId = (text: string | null): number | null => (text && /^\d+$/.test(text) ? Number(text) : null);

function PlanBody({
  plan,
  grouping,
  onClear,
}: {
  plan: DayPlan;
  grouping: PlanGrouping;
  onClear?: (() => void) | undefined;
}) {
  const t = useT();
  const sections = divideLines(plan.lines, grouping, t);
  return (
    <>
      {sections.length === 0 ? (
        <div className="plan-none">
          <p>{t(onClear ? 'planNothingFits' : 'planNothing')}</p>
          {onClear ? (
            <Button text={t('clearFilters')} onClick={onClear} />
          ) : (
            <Link to="/process">{t('processes')}</Link>
          )}
        </div>
      ) : (
        sections.map((section) => <DaySection key={section.key} section={section} day={plan.day} />)
      )}
      {plan.unplannedCount > 0 && (
        <p className="plan-unplanned">
          <Link to="/plan/CapacityLoad">{t('planUnplannedCount', { count: plan.unplannedCount })}</Link>
        </p>
      )}
    </>
  );
}

/** The plan of a day: the work of each group and device, what the work still lacks, and the release of the plan. */
export function DailyPlanScreen() {
  const t = useT();
  const user = useUser();
  const today = toLocalDay(useTimeZone(), useServerTime(MINUTE_MS));
  const [params, setParams] = useSearchParams();
  const [isPrinting, setIsPrinting] = useState(false);
  const setSearchParams = (values: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const requestedDay = params.get('day');
  const lastDay = addDays(today, MAX_DAYS_AHEAD);
  const day = isDay(requestedDay) && requestedDay <= lastDay ? requestedDay : today;
  const setDay = (next: unknown) => setSearchParams({ day: isDay(next) && next !== today ? next : '' });
  const grouping: PlanGrouping = PLAN_GROUPINGS.find((choice) => choice === params.get('by')) ?? 'workGroup';
  const filter: PlanFilter = {
    workGroupId: readId(params.get('group')),
    deviceId: readId(params.get('device')),
    employeeId: readId(params.get('person')),
    shift: params.get('shift'),
  };
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const clearFilters = () =>
    setSearchParams({ ...Object.fromEntries(PLAN_FILTER_NAMES.map((name) => [name, ''])), shift: '' });
  const { data: plan, isError, refetch, isPlaceholderData } = useDayPlan(day, filter);
  const shiftNames = [...new Set(plan?.shifts.map(({ name }) => name))];
  return (
    <section className="plan-page" aria-label={t('dailyPlanPage')}>
      <header className="page-head">
        <h1>
          {t('dailyPlanPage')}{' '}
          <span className="page-count">{plan ? formatNumber(plan.lines.length, 0) : ''}</span>
        </h1>
        <div className="page-actions">
          <ChoiceSwitch
            label={t('groupBy')}
            choices={PLAN_GROUPINGS}
            value={grouping}
            onChange={(next) => setSearchParams({ by: next === 'workGroup' ? '' : next })}
          />
          <Button
            icon={<PrintIcon />}
            text={t('print')}
            disabled={!plan || plan.lines.length === 0}
            onClick={() => setIsPrinting(true)}
          />
        </div>
      </header>
      <div className="plan-tools">
        <div className="plan-day">
          <Button
            icon={<ChevronLeftIcon />}
            aria-label={t('dayBefore')}
            title={t('dayBefore')}
            onClick={() => setDay(addDays(day, -1))}
          />
          <PlanDayInput day={day} onChange={setDay} />
          <Button
            icon={<ChevronRightIcon />}
            aria-label={t('dayAfter')}
            title={t('dayAfter')}
            disabled={day >= lastDay}
            onClick={() => setDay(addDays(day, 1))}
          />
          <Button text={t('today')} disabled={day === today} onClick={() => setDay(today)} />
        </div>
        <HTMLSelect
          aria-label={t('shift')}
          value={filter.shift ?? ''}
          options={[
            { value: '', label: t('allShifts') },
            ...[...new Set([...shiftNames, ...(filter.shift ? [filter.shift] : [])])].map((name) => ({
              value: name,
              label: name,
            })),
          ]}
          onChange={(event) => setSearchParams({ shift: event.target.value })}
        />
        <PlanPlaceInputs
          values={{ group: filter.workGroupId, device: filter.deviceId, person: filter.employeeId }}
          onChange={(name, id) => setSearchParams({ [name]: id === null ? '' : String(id) })}
        />
      </div>
      <PlanNoticeList />
      {plan && plan.day === day && (
        <ReleaseBar plan={plan} mayRelease={hasPermission(user, 'WORK_PLAN_MODIFY') && day >= today} />
      )}
      <div className="plan-body" aria-busy={isPlaceholderData}>
        {plan ? (
          <PlanBody plan={plan} grouping={grouping} onClear={isFiltered ? clearFilters : undefined} />
        ) : isError ? (
          <div className="plan-none">
            <ListEmpty failed onRetry={() => void refetch()} />
          </div>
        ) : (
          <div className="plan-waiting" aria-busy="true">
            {Array.from({ length: 8 }, (_, index) => (
              <span key={index} className="skeleton" />
            ))}
          </div>
        )}
        <AdherenceChart today={today} workGroupId={filter.workGroupId} />
      </div>
      {isPrinting && plan && (
        <PlanSheetDialog plan={plan} grouping={grouping} onClose={() => setIsPrinting(false)} />
      )}
    </section>
  );
}
