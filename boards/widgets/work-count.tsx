import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { WORK_COUNTS, type WorkCount } from '#shared/answers/work-counts.ts';
import { choice } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { getStateStyle, LATE_STYLE, type StateStyle } from '#client/kit/elements/state-style.ts';
import { CountLinkContext } from '#client/production/counts/count-link-context.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { useTileParams } from '../kit/tile/tile-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './work-count.css';

const words = {
  workCount: ['数量', 'Count', '數量', '件数'],
  counted: ['统计对象', 'What is counted', '統計對象', '数える対象'],
} as const satisfies TermsByKey;

/** The style of each count if it is above 0. A count that is not listed has no mark. */
const STYLE_BY_COUNT: Readonly<Partial<Record<WorkCount, StateStyle>>> = {
  ordersLate: LATE_STYLE,
  devicesInRepair: LATE_STYLE,
  callsOpen: { shape: '▲', tone: 'call' },
  processesRunning: getStateStyle('processing'),
};

interface Settings {
  counted: WorkCount;
}

function WorkCountContent({ settings: { counted }, rows }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const params = useTileParams();
  const listPath = useContext(CountLinkContext)(counted);
  // A linked list covers the whole factory, so a count of some work groups has no link.
  const path = Object.keys(params).length === 0 ? listPath : undefined;
  const row = rows.find((candidate) => cellReaders.text(candidate, 'counted') === counted);
  const count = row ? cellReaders.number(row, 'count') : null;
  const style = count ? STYLE_BY_COUNT[counted] : undefined;
  const text = formatFigure(count, lang);
  const content = (
    <span className={style ? `work-count-value wall-${style.tone}` : 'work-count-value'}>
      {style && (
        <span className="wall-shape" aria-hidden="true">
          {style.shape}
        </span>
      )}
      <ChangedValue>{text}</ChangedValue>
    </span>
  );
  return path ? (
    <Link className="work-count" to={path} aria-label={`${t(counted)}: ${text}`}>
      {content}
    </Link>
  ) : (
    <div className="work-count">{content}</div>
  );
}

/** Shows a count of orders, processes, machines or calls. On a home page, it links to their list. */
export const workCount = defineWidget({
  type: 'workCount',
  version: 1,
  title: 'workCount',
  heading: ({ counted }, t) => t(counted),
  area: 'production',
  words,
  size: { w: 5, h: 4, minW: 3, minH: 3 },
  settings: { counted: choice(WORK_COUNTS, { initial: 'ordersInProgress' }), ...GROUP_SCOPE_FIELDS },
  // The variable `group`, which the home page sets to the person's group, is ignored, because the linked
  // lists cover the whole factory.
  source: (settings, variables) => ({
    path: '/mes/form/workCounts',
    params: buildGroupScopeParams(settings, { ...variables, group: '' }),
  }),
  Component: WorkCountContent,
});
