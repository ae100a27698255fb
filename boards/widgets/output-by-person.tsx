import { useMemo } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { OutputList } from '../kit/drawing/output-list.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { usePeriodText } from '../kit/tile/shown-day.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';

const words = {
  nobodyReported: ['没有报工', 'No reports', '沒有報工', '実績なし'],
} as const satisfies TermsByKey;

const PERIODS = ['today', 'currentShift', 'lastSevenDays'] as const;

interface Settings {
  period: (typeof PERIODS)[number];
  workGroupId: number | null;
  pageSeconds: number;
}
interface PersonOutput {
  key: string;
  code: string;
  name: string;
  good: number;
  scrap: number;
  planned: null;
}

const readPersonOutput = (row: ReportRow): PersonOutput => ({
  key: cellReaders.text(row, 'employeeId'),
  code: cellReaders.text(row, 'employeeCode'),
  name: cellReaders.text(row, 'employeeName') || cellReaders.text(row, 'employeeCode'),
  good: cellReaders.number(row, 'good') ?? 0,
  scrap: cellReaders.number(row, 'scrap') ?? 0,
  planned: null,
});

/** Compares people by code for sorting, so that a person keeps the same place while the quantities grow. */
const comparePeople = (one: PersonOutput, other: PersonOutput): number =>
  one.code.localeCompare(other.code, undefined, { numeric: true }) || one.key.localeCompare(other.key);

function OutputByPersonContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const periodText = usePeriodText(settings.period);
  const people = useMemo(() => rows.map(readPersonOutput).sort(comparePeople), [rows]);
  return (
    <OutputList
      items={people}
      pageSeconds={settings.pageSeconds}
      emptyText={t(areRowsKnown ? 'nobodyReported' : 'waitingForData')}
      legend={periodText}
    />
  );
}

/** Shows the good quantity and the scrap of each person in a period, as a bar chart and as numbers. */
export const outputByPerson = defineWidget({
  type: 'outputByPerson',
  version: 1,
  title: 'outputByPerson',
  area: 'people',
  words,
  size: { w: 9, h: 8, minW: 6, minH: 4 },
  settings: {
    period: choice(PERIODS, { initial: 'today' }),
    ...GROUP_SCOPE_FIELDS,
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ period, ...settings }, variables) => ({
    path: '/mes/form/outputByPerson',
    params: { period, ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
  }),
  Component: OutputByPersonContent,
});
