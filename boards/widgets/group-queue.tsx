import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number, ref } from '#shared/kernel/fields.ts';
import type { Lang, TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { WAITING_REASONS, type WaitingReason } from '#shared/ledger/waiting.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { computeColumnWidth, computeColumnWidthForAll } from '../kit/drawing/compute-column-width.ts';
import { DueMark, formatDue } from '../kit/drawing/orders/due-mark.tsx';
import { ElapsedTimeInWords } from '../kit/drawing/elapsed-in-words.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { HeadNote } from '../kit/drawing/text/head-note.tsx';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { StateCounts } from '../kit/drawing/state-counts.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './group-queue.css';

const words = {
  afterProcess: ['等 {{place}}', 'After {{place}}', '等 {{place}}', '{{place}} 待ち'],
  nothingQueued: ['没有待做的任务', 'Nothing in the queue', '沒有待做的任務', '作業待ちはありません'],
} as const satisfies TermsByKey;

/** The sections of a queue in display order. */
const SECTIONS = ['processing', 'machinable', 'waitingNow'] as const;
type Section = (typeof SECTIONS)[number];
/** The maximum number of pages. The counts include the tasks that are on no page. */
const MAX_PAGES = 4;
/** The maximum number of rows that are loaded for a section. */
const MAX_ROWS_PER_SECTION = 60;

interface Task {
  id: string;
  section: Section;
  position: number;
  /** Whether the task is the first of its section, so that a line separates it from the previous section. */
  isFirst: boolean;
  orderCode: string;
  partName: string;
  processName: string;
  groupName: string;
  people: string;
  since: string;
  quantity: number | null;
  good: number | null;
  target: number | null;
  dueDate: string;
  overdueDays: number;
  waitsFor: WaitingReason | null;
  waitPlace: string;
  deviceName: string;
  /** ISO 8601; '' if nothing is planned. */
  plannedStart: string;
}

const readTask = (row: ReportRow): Task => ({
  id: cellReaders.text(row, 'id'),
  section: SECTIONS.find((candidate) => candidate === row['section']) ?? 'waitingNow',
  position: cellReaders.number(row, 'position') ?? 0,
  isFirst: cellReaders.number(row, 'position') === 1,
  orderCode: cellReaders.text(row, 'orderCode'),
  partName: cellReaders.text(row, 'partName'),
  processName: cellReaders.text(row, 'processName'),
  groupName: cellReaders.text(row, 'groupName'),
  people: cellReaders.text(row, 'people'),
  since: cellReaders.text(row, 'since'),
  quantity: cellReaders.number(row, 'quantity'),
  good: cellReaders.number(row, 'good'),
  target: cellReaders.number(row, 'target'),
  dueDate: cellReaders.text(row, 'dueDate'),
  overdueDays: cellReaders.number(row, 'overdueDays') ?? 0,
  waitsFor: WAITING_REASONS.find((reason) => `heldBy.${reason}` === row['waitsFor']) ?? null,
  waitPlace: cellReaders.text(row, 'waitsAt'),
  deviceName: cellReaders.text(row, 'deviceName'),
  plannedStart: cellReaders.instant(row, 'plannedStart'),
});

const compareTasks = (one: Task, other: Task): number =>
  SECTIONS.indexOf(one.section) - SECTIONS.indexOf(other.section) ||
  one.position - other.position ||
  Number(one.id) - Number(other.id);

/** Describes what can be started or received, or what the task waits for. */
function describeWait(
  { quantity, waitsFor, waitPlace: waitsAt }: Task,
  lang: Lang,
  t: Translate<keyof typeof words>,
): string {
  if (waitsFor === null) return '';
  if (waitsFor === 'process' && waitsAt !== '') return t('afterProcess', { place: waitsAt });
  return t(`waiting.${waitsFor}`, { quantity: formatFigure(quantity, lang), place: waitsAt });
}

/**
 * Shows who works on a task and since when. If nobody works on it, shows the planned start, if known, and the
 * text of `describeWait`.
 */
function TaskActivity({ task }: { task: Task }) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const today = useToday();
  if (task.section !== 'processing') {
    const start = task.plannedStart && formatLocalTime(task.plannedStart, zone);
    const time = start.slice(start.slice(0, 10) === today ? 11 : 5, 16).replace('T', ' ');
    return (
      <>
        {time !== '' && <span>{time}</span>}
        <span className={time === '' ? 'cut' : 'cut quiet'}>{describeWait(task, lang, t)}</span>
      </>
    );
  }
  return (
    <>
      <span className="cut">{task.people || UNKNOWN_VALUE_TEXT}</span>
      {task.since !== '' && (
        <span className="quiet">
          <ElapsedTimeInWords since={task.since} />
        </span>
      )}
    </>
  );
}

function GroupQueueContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ workGroupId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const today = useToday();
  const tasks = useMemo(() => rows.map(readTask).sort(compareTasks), [rows]);
  const groupNames = useMemo(() => new Set(tasks.map(({ groupName: group }) => group)), [tasks]);
  if (tasks.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'nothingQueued' : 'waitingForData')}</TileMessage>;
  const widths: CSSProperties & Record<'--code' | '--due' | '--done', string> = {
    '--code': computeColumnWidth(tasks.map(({ orderCode: order }) => order)),
    '--due': computeColumnWidthForAll(tasks.map((task) => `◆ ${formatDue(task, today, t)}`)),
    '--done': computeColumnWidth(
      tasks.map(({ target }) => `${formatFigure(target, lang)}/${formatFigure(target, lang)}`),
    ),
  };
  const counts = SECTIONS.map((state) => {
    const count = tasks.filter(({ section }) => section === state).length;
    return { state, count, mayBeTooLow: count >= MAX_ROWS_PER_SECTION };
  });
  const isOneGroup = groupNames.size === 1;
  const { deviceName } = tasks[0]!;
  return (
    <div className="wall-table queue" style={widths}>
      {(deviceName !== '' || isOneGroup) && <HeadNote>{deviceName || tasks[0]!.groupName}</HeadNote>}
      <StateCounts counts={counts} />
      <PagedRows
        rows={tasks}
        keyOf={({ id }) => id}
        pageSeconds={settings.pageSeconds}
        maxPages={MAX_PAGES}
        rowClass="queue-columns"
        subjectOf={({ id, orderCode: order, processName: process, partName: part }) => ({
          kind: 'process',
          id: Number(id),
          name: [order, process, part].filter(Boolean).join(' · '),
        })}
        barOf={({ good, target }) => ({ percent: target ? ((good ?? 0) / target) * 100 : 0 })}
      >
        {(task) => {
          const { shape, tone } = getStateStyle(task.section);
          return (
            <>
              <span className={`queue-mark wall-mark wall-${tone}${task.isFirst ? ' is-first' : ''}`}>
                <span className="wall-shape" aria-hidden="true">
                  {shape}
                </span>
                <span className="visually-hidden">{t(task.section)}</span>
              </span>
              <WallCode className="queue-order">{task.orderCode || UNKNOWN_VALUE_TEXT}</WallCode>
              <span className="queue-work cut quiet">
                {[isOneGroup ? '' : task.groupName, task.processName, task.partName]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="queue-activity">
                <TaskActivity task={task} />
              </span>
              <span className="queue-done to-end">
                <ChangedValue>{formatFigure(task.good, lang)}</ChangedValue>
                <span className="quiet">/{formatFigure(task.target, lang)}</span>
              </span>
              <span className="queue-due cut to-end">
                <DueMark {...task} />
              </span>
            </>
          );
        }}
      </PagedRows>
    </div>
  );
}

/**
 * Shows the queue of a work group: what is being worked on, what comes next, and what waits. Without a group, it shows
 * the queue of all groups. With a device, it shows the queue of this device, in the order of the plan.
 */
export const groupQueue = defineWidget({
  type: 'groupQueue',
  version: 1,
  title: 'groupQueue',
  heading: ({ deviceId }, t) => t(deviceId === null ? 'groupQueue' : 'machineQueue'),
  area: 'production',
  words,
  size: { w: 12, h: 12, minW: 6, minH: 4 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    deviceId: ref('device'),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  // A device has its own queue, so the tile ignores the chosen groups.
  source: ({ deviceId, ...settings }, variables) => ({
    path: '/mes/form/groupQueue',
    params: {
      ...(deviceId ? { deviceId: String(deviceId) } : buildGroupScopeParams(settings, variables)),
      limit: String(MAX_ROWS_PER_SECTION),
    },
  }),
  Component: GroupQueueContent,
});
