import type { ReportRow } from '#shared/kernel/report.ts';

/** The processes of a part, in the order of its routing. */
export interface PartRows {
  readonly partId: number;
  /** One of the rows, for what all processes share: the order and the part. */
  readonly first: ReportRow;
  readonly processes: readonly ReportRow[];
}

/** Groups the rows of processes by their parts. The parts stay in the order of the rows. */
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
    first: processes[0]!,
    processes: processes.toSorted((a, b) => Number(a['seq']) - Number(b['seq'])),
  }));
}
