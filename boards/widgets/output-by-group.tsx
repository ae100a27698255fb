import { useMemo } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { OutputList } from '../kit/drawing/output-list.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { useShownDay } from '../kit/tile/shown-day.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';

const words = {
  goodOfPlan: ['良品/计划', 'good/plan', '良品/計劃', '良/計画'],
  nothingMadeToday: ['今日无产量', 'Nothing made today', '今日無產量', '本日の実績なし'],
} as const satisfies TermsByKey;

interface WorkGroupOutput {
  key: string;
  code: string;
  name: string;
  planned: number;
  good: number;
  scrap: number;
}

const readWorkGroupOutput = (row: ReportRow): WorkGroupOutput => ({
  key: cellReaders.text(row, 'groupKey'),
  code: cellReaders.text(row, 'groupCode'),
  name: cellReaders.text(row, 'groupName'),
  planned: cellReaders.number(row, 'planned') ?? 0,
  good: cellReaders.number(row, 'good') ?? 0,
  scrap: cellReaders.number(row, 'scrap') ?? 0,
});

/** Compares groups by code for sorting. The row without a group comes last. */
const compareGroups = (one: WorkGroupOutput, other: WorkGroupOutput): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.code.localeCompare(other.code, undefined, { numeric: true }) ||
  one.key.localeCompare(other.key);

function OutputByGroupContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const isToday = useShownDay() === null;
  const groups = useMemo(
    () =>
      rows
        .map(readWorkGroupOutput)
        .sort(compareGroups)
        .map((group) => ({ ...group, name: group.name || t('withoutGroup') })),
    [rows, t],
  );
  return (
    <OutputList
      items={groups}
      pageSeconds={settings.pageSeconds}
      emptyText={t(areRowsKnown ? (isToday ? 'nothingMadeToday' : 'nothingPlannedOrMade') : 'waitingForData')}
      legend={t('goodOfPlan')}
    />
  );
}

/** Shows today's good quantity, scrap and planned quantity of each work group, as a bar chart and as numbers. */
export const outputByGroup = defineWidget({
  type: 'outputByGroup',
  version: 1,
  title: 'outputByGroup',
  area: 'production',
  words,
  size: { w: 9, h: 8, minW: 6, minH: 5 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/outputByGroup',
    params: { ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
  }),
  Component: OutputByGroupContent,
});
