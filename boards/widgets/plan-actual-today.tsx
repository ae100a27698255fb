import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, formatSignedFigure } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { describePlanDifference } from '../kit/drawing/plan-difference.ts';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import './plan-actual-today.css';

const words = {
  planShort: ['计划', 'Plan', '計劃', '計画'],
  planNow: ['至今计划', 'Plan now', '至今計劃', '現在の計画'],
  planToGo: ['待完成', 'Remaining', '待完成', '残り'],
  planMet: ['已达成', 'Plan met', '已達成', '達成'],
  nothingPlannedToday: ['无计划', 'No plan', '無計劃', '計画なし'],
} as const satisfies TermsByKey;

const TOTAL_ROW_KEY = 'total';

interface GroupQuantities {
  key: string;
  name: string;
  planned: number | null;
  plannedNow: number | null;
  actual: number | null;
  /** The actual quantity minus the quantity planned by now. */
  differenceNow: number | null;
}

const readGroupQuantities = (row: ReportRow): GroupQuantities => ({
  key: cellReaders.text(row, 'groupKey'),
  name: cellReaders.text(row, 'groupName'),
  planned: cellReaders.number(row, 'planned'),
  plannedNow: cellReaders.number(row, 'plannedNow'),
  actual: cellReaders.number(row, 'actual'),
  differenceNow: cellReaders.number(row, 'differenceNow'),
});

/** Compares groups by name for sorting. The row without a group comes last. */
const compareGroups = (one: GroupQuantities, other: GroupQuantities): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.name.localeCompare(other.name) ||
  one.key.localeCompare(other.key);

const computePercentOfPlan = ({ planned, actual }: GroupQuantities): number =>
  planned === null || actual === null ? 0 : planned > 0 ? (actual / planned) * 100 : 100;

/**
 * Makes the style that passes the length of a text to CSS, so that a longer text shrinks instead of being cut off.
 * @param minLength the minimum number of characters that CSS assumes, so that the font size seldom changes
 */
const makeLengthStyle = (text: string, minLength: number): CSSProperties & Record<'--length', number> => ({
  '--length': Math.max(minLength, text.length),
});

function PlanActualTodayContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const { total, groups } = useMemo(() => {
    const allGroups = rows.map(readGroupQuantities);
    return {
      total: allGroups.find(({ key }) => key === TOTAL_ROW_KEY),
      groups: allGroups.filter(({ key }) => key !== TOTAL_ROW_KEY).sort(compareGroups),
    };
  }, [rows]);
  const differenceText = formatSignedFigure(total?.differenceNow ?? null, lang);
  const plannedText = formatFigure(total?.planned ?? null, lang);
  const isUnplanned = areRowsKnown && (total?.planned ?? 0) === 0 && (total?.actual ?? 0) === 0;
  const state =
    isUnplanned || typeof total?.differenceNow !== 'number'
      ? null
      : describePlanDifference(total.differenceNow);
  const remainingQuantity =
    total && total.planned !== null && total.actual !== null ? total.planned - total.actual : null;
  const isPlanMet = remainingQuantity !== null && remainingQuantity <= 0 && !isUnplanned;
  return (
    <div className="plan-actual">
      <div className="plan-difference">
        <div className="plan-label">
          {isUnplanned && (
            <WallStateMark stateStyle={getStateStyle('draft')}>{t('nothingPlannedToday')}</WallStateMark>
          )}
          {state && <WallStateMark stateStyle={state.stateStyle}>{t(state.term)}</WallStateMark>}
          {!state && !isUnplanned && <span className="quiet">{t('difference')}</span>}
        </div>
        <strong
          className={state?.isBehind ? 'wall-late' : undefined}
          style={makeLengthStyle(differenceText, plannedText.length + 1)}
        >
          {state?.arrow && (
            <span className="plan-arrow" aria-hidden="true">
              {state.arrow}
            </span>
          )}
          <ChangedValue>{differenceText}</ChangedValue>
        </strong>
      </div>
      <dl className="plan-figures">
        <div>
          <dt>{t('planNow')}</dt>
          <dd>
            <ChangedValue>{formatFigure(total?.plannedNow ?? null, lang)}</ChangedValue>
          </dd>
        </div>
        <div>
          <dt>{t('actual')}</dt>
          <dd>
            <ChangedValue>{formatFigure(total?.actual ?? null, lang)}</ChangedValue>
          </dd>
        </div>
        <div className="plan-rest">
          <dt>
            {isPlanMet ? (
              <WallStateMark stateStyle={getStateStyle('completed')}>{t('planMet')}</WallStateMark>
            ) : (
              t('planToGo')
            )}
          </dt>
          <dd>
            {isPlanMet ? formatSignedFigure(-remainingQuantity, lang) : formatFigure(remainingQuantity, lang)}
          </dd>
        </div>
        <div className="plan-rest">
          <dt>{t('planShort')}</dt>
          <dd>{plannedText}</dd>
        </div>
      </dl>
      {!isUnplanned && (
        <PagedRows
          rows={groups}
          keyOf={({ key }) => key}
          pageSeconds={settings.pageSeconds}
          rowClass="plan-group"
          barOf={(group) => ({ percent: computePercentOfPlan(group) })}
        >
          {(group) => (
            <>
              <span className="cut">{group.name || t('withoutGroup')}</span>
              <ChangedValue className="to-end">{formatSignedFigure(group.differenceNow, lang)}</ChangedValue>
            </>
          )}
        </PagedRows>
      )}
    </div>
  );
}

/**
 * Shows how far today's actual quantity is ahead of or behind the quantity planned by now, for the factory and by
 * work group. It also shows the plan of the day and what remains of it.
 */
export const planActualToday = defineWidget({
  type: 'planActualToday',
  version: 1,
  title: 'outputToday',
  titleOfPastDay: 'outputOfDay',
  area: 'production',
  words,
  size: { w: 6, h: 24, minW: 5, minH: 8 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/planActualToday',
    params: { ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
  }),
  Component: PlanActualTodayContent,
});
