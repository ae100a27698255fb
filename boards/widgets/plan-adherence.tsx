import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { Sparkline } from '../kit/drawing/chart/sparkline.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './figure.css';

const words = {
  keptOfPlanned: [
    '{{kept}} / {{lines}} 项按计划',
    '{{kept}}/{{lines}} on plan',
    '{{kept}} / {{lines}} 項按計劃',
    '{{lines}} 件中 {{kept}} 件が計画どおり',
  ],
} as const satisfies TermsByKey;

interface Settings {
  target: number | null;
  workshopId: number | null;
  productionLineId: number | null;
  workGroupId: number | null;
}

const toPercent = (kept: number, lines: number): number | null =>
  lines === 0 ? null : Math.round((kept / lines) * 1000) / 10;

function PlanAdherenceContent({ settings: { target }, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const [boxRef, size] = useBoxSize();
  const { kept, lines, series } = useMemo(() => {
    const sum = (summedRows: typeof rows, name: string) =>
      summedRows.reduce((total, row) => total + (cellReaders.number(row, name) ?? 0), 0);
    const days = [...groupBy(rows, (row) => cellReaders.text(row, 'day'))].sort(([a], [b]) =>
      a.localeCompare(b),
    );
    return {
      kept: sum(rows, 'keptJobs'),
      lines: sum(rows, 'plannedJobs'),
      series: days.map(([, rowsOfDay]) =>
        toPercent(sum(rowsOfDay, 'keptJobs'), sum(rowsOfDay, 'plannedJobs')),
      ),
    };
  }, [rows]);
  const value = toPercent(kept, lines);
  if (value === null)
    return <TileMessage>{t(areRowsKnown ? 'adherenceNone' : 'waitingForData')}</TileMessage>;
  const text = `${formatFigure(value, lang)} %`;
  const style: CSSProperties & Record<'--width', number> = { '--width': estimateTextWidthEm(text) * 1.15 };
  const isMissed = target !== null && value < target;
  return (
    <div className="figure">
      <strong className={isMissed ? 'figure-value wall-late' : 'figure-value'} style={style}>
        <ChangedValue>{text}</ChangedValue>
      </strong>
      <div className="figure-state is-stacked">
        {target !== null && (
          <span className={isMissed ? 'wall-late' : undefined}>
            <WallStateMark stateStyle={isMissed ? LATE_STYLE : getStateStyle('completed')}>
              {t(isMissed ? 'targetMissed' : 'targetMet')}
            </WallStateMark>
          </span>
        )}
        <span className="figure-target">{t('keptOfPlanned', { kept, lines })}</span>
      </div>
      <div className="chart-box figure-line" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <Sparkline series={series} target={target} size={size} />
        )}
      </div>
    </div>
  );
}

/**
 * Shows the share of the planned jobs of the last two weeks that were started in time and finished, in total
 * and by day.
 */
export const planAdherence = defineWidget({
  type: 'planAdherence',
  version: 1,
  title: 'planAdherence',
  area: 'production',
  words,
  size: { w: 6, h: 8, minW: 4, minH: 4 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    target: number({ min: 0, max: 100, decimals: 1, unit: 'percent', initial: 85 }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/planAdherence',
    params: buildGroupScopeParams(settings, variables),
  }),
  Component: PlanAdherenceContent,
});
