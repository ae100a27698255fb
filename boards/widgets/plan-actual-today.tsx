import { useMemo, type CSSProperties } from 'react';
import { number } from '#shared/kernel/fields.ts';
import type { Words } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cell } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { figure, formatSignedFigure } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import { WallMark } from '../kit/drawing/wall-mark.tsx';
import './plan-actual-today.css';

const words = {
  planShort: ['计划', 'Plan', '計劃', '計画'],
  planToGo: ['待完成', 'Remaining', '待完成', '残り'],
  planMet: ['已达成', 'Plan met', '已達成', '達成'],
  nothingPlannedToday: ['无计划', 'No plan', '無計劃', '計画なし'],
} as const satisfies Words;

const TOTAL_ROW_KEY = 'total';

interface Group {
  key: string;
  name: string;
  planned: number | null;
  actual: number | null;
  difference: number | null;
}

const readGroup = (row: ReportRow): Group => ({
  key: cell.text(row, 'groupKey'),
  name: cell.text(row, 'groupName'),
  planned: cell.number(row, 'planned'),
  actual: cell.number(row, 'actual'),
  difference: cell.number(row, 'difference'),
});

/** Compares groups by name for sorting. The row without a group comes last. */
const compareGroups = (one: Group, other: Group): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.name.localeCompare(other.name) ||
  one.key.localeCompare(other.key);

const computePercent = ({ planned, actual }: Group): number =>
  planned === null || actual === null ? 0 : planned > 0 ? (actual / planned) * 100 : 100;

/**
 * Passes the number of characters to CSS, so that a longer number shrinks instead of being cut off.
 * @param least the minimum number of characters that CSS assumes, so that the size stays the same
 * all day
 */
const makeLengthStyle = (text: string, least: number): CSSProperties & Record<'--length', number> => ({
  '--length': Math.max(least, text.length),
});

function PlanActualTodayContent({ settings, rows, known }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const { total, groups } = useMemo(() => {
    const all = rows.map(readGroup);
    return {
      total: all.find(({ key }) => key === TOTAL_ROW_KEY),
      groups: all.filter(({ key }) => key !== TOTAL_ROW_KEY).sort(compareGroups),
    };
  }, [rows]);
  const difference = formatSignedFigure(total?.difference ?? null, lang);
  const planned = figure(total?.planned ?? null, lang);
  const actual = figure(total?.actual ?? null, lang);
  const left = total?.difference ?? null;
  const nothingPlanned = known && (total?.planned ?? 0) === 0 && (total?.actual ?? 0) === 0;
  return (
    <div className="plan-actual">
      <div className="plan-difference">
        <div className="plan-label">
          {(left === null || nothingPlanned) && <span className="quiet">{t('difference')}</span>}
          {nothingPlanned && <WallMark look={getStateStyle('draft')}>{t('nothingPlannedToday')}</WallMark>}
          {left !== null && !nothingPlanned && (
            <WallMark look={getStateStyle(left < 0 ? 'notStarted' : 'completed')}>
              {t(left < 0 ? 'planToGo' : 'planMet')}
            </WallMark>
          )}
        </div>
        <strong style={makeLengthStyle(difference, planned.length + 1)}>
          <ChangedValue>{difference}</ChangedValue>
        </strong>
      </div>
      <dl className="plan-figures" style={makeLengthStyle(actual, planned.length)}>
        <div>
          <dt>{t('planShort')}</dt>
          <dd>
            <ChangedValue>{planned}</ChangedValue>
          </dd>
        </div>
        <div>
          <dt>{t('actual')}</dt>
          <dd>
            <ChangedValue>{actual}</ChangedValue>
          </dd>
        </div>
      </dl>
      {!nothingPlanned && (
        <PagedRows
          rows={groups}
          keyOf={({ key }) => key}
          seconds={settings.pageSeconds}
          rowClass="plan-group"
          barOf={(group) => ({ percent: computePercent(group) })}
        >
          {(group) => (
            <>
              <span className="cut">{group.name || t('withoutGroup')}</span>
              <ChangedValue className="to-end">{formatSignedFigure(group.difference, lang)}</ChangedValue>
            </>
          )}
        </PagedRows>
      )}
    </div>
  );
}

/**
 * Shows today's planned and actual quantity and the difference, for the factory and by work group.
 */
export const planActualToday = defineWidget({
  type: 'planActualToday',
  version: 1,
  title: 'outputToday',
  words,
  size: { w: 6, h: 24, minW: 5, minH: 8 },
  settings: { pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }) },
  source: () => ({ path: '/mes/form/planActualToday', params: {} }),
  Component: PlanActualTodayContent,
});
