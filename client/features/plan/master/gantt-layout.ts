import { scaleUtc } from 'd3';
import type { MasterPlanDetail } from '#shared/planning/master-plan/plan-answer.ts';
import { addDays } from '#shared/rules/days.ts';

export const ROW_HEIGHT = 36;
/** The number of empty days before and after the plan. */
const MARGIN_DAYS = 1;

/** The position and the width of a bar, in pixels. */
export interface PlacedBar {
  readonly x: number;
  readonly width: number;
}

export interface PlacedLink {
  readonly key: string;
  readonly path: string;
}

export interface GanttLayout {
  readonly height: number;
  readonly todayX: number;
  readonly place: (from: string, to: string) => PlacedBar;
  readonly links: readonly PlacedLink[];
  /** Lists the labelled days of the time axis, which are at least `minDistance` pixels apart. */
  readonly listTicks: (minDistance: number) => { day: string; x: number }[];
}

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Computes the positions of the bars of a plan on an axis of `width` pixels, and the lines between linked nodes. */
export function layOutGantt({ nodes, links, today, dueOn }: MasterPlanDetail, width: number): GanttLayout {
  const days = nodes.flatMap((node) =>
    node.days === null
      ? []
      : [node.days.plannedStart, node.days.plannedEnd, node.days.projectedStart, node.days.projectedEnd],
  );
  const sortedDays = [...days, today, ...(dueOn === null ? [] : [dueOn])].sort();
  const scale = scaleUtc(
    [toDate(addDays(sortedDays[0]!, -MARGIN_DAYS)), toDate(addDays(sortedDays.at(-1)!, MARGIN_DAYS + 1))],
    [0, width],
  );
  const place = (from: string, to: string): PlacedBar => {
    const x = scale(toDate(from));
    return { x, width: Math.max(2, scale(toDate(addDays(to, 1))) - x) };
  };
  const rowBySeq = new Map(nodes.map(({ seq }, row) => [seq, row]));
  const placeEnd = (seq: number, side: 'start' | 'end'): { x: number; y: number } | null => {
    const row = rowBySeq.get(seq);
    const nodeDays = row === undefined ? null : nodes[row]!.days;
    if (row === undefined || nodeDays === null) return null;
    const bar = place(nodeDays.projectedStart, nodeDays.projectedEnd);
    return { x: side === 'start' ? bar.x : bar.x + bar.width, y: row * ROW_HEIGHT + ROW_HEIGHT / 2 + 6 };
  };
  return {
    height: nodes.length * ROW_HEIGHT,
    todayX: scale(toDate(today)),
    place,
    links: links.flatMap(({ seq, afterSeq, relation }) => {
      const from = placeEnd(afterSeq, relation.startsWith('finish') ? 'end' : 'start');
      const to = placeEnd(seq, relation.endsWith('Start') ? 'start' : 'end');
      if (!from || !to) return [];
      const turnX = relation.startsWith('finish') ? from.x + 6 : from.x - 6;
      return [{ key: `${afterSeq} ${seq}`, path: `M${from.x},${from.y}H${turnX}V${to.y}H${to.x}` }];
    }),
    listTicks: (minDistance) => {
      const ticks: { day: string; x: number }[] = [];
      for (const date of scale.ticks(Math.max(2, Math.floor(width / minDistance)))) {
        const x = scale(date);
        if (date.getUTCHours() === 0 && x - (ticks.at(-1)?.x ?? -Infinity) >= minDistance)
          ticks.push({ day: date.toISOString().slice(0, 10), x });
      }
      return ticks;
    },
  };
}
