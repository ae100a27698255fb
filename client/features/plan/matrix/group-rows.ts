import type { ReportRow } from '#shared/kernel/report.ts';

/** The rows of the processes of a part, in the order of the routing. */
export interface PartRows {
  readonly partId: number;
  /** Any row of the part. It has the data of the order and the part, which are the same in all rows. */
  readonly anyRow: ReportRow;
  readonly processes: readonly ReportRow[];
}

/** Groups the rows of processes by part. The parts are in the order of their first rows. */
export function groupRowsByPart(rows: readonly ReportRow[]): PartRows[] {
  const processesByPart = new Map<number, ReportRow[]>();
  for (const row of rows) {
    const partId = Number(row['partId']);
    const processes = processesByPart.get(partId);
    if (processes) processes.push(row);
    else processesByPart.set(partId, [row]);
  }
  return [...processesByPart].map(([partId, processes]) => ({
    partId,
    anyRow: processes[0]!,
    processes: processes.toSorted((a, b) => Number(a['seq']) - Number(b['seq'])),
  }));
}
