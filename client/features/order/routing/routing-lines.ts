import type { Entity } from '#shared/entities/index.ts';
import { ROUTING_COLUMNS, type ROUTING_LINES } from '#shared/entities/routing-fields.ts';
import type { Field, RecordValues } from '#shared/kernel/fields.ts';
import { isSameValue } from '#client/kit/forms/use-form.ts';

/** A row of the table: a process, with the names of its references such as the craft and the device. */
export type RoutingLine = RecordValues<{ lines: typeof ROUTING_LINES }>['lines'][number] & {
  labels?: Record<string, string>;
};

type ColumnName = keyof typeof ROUTING_COLUMNS;
const COLUMN_NAMES = Object.keys(ROUTING_COLUMNS) as ColumnName[];

const isCellSame = (name: ColumnName, line: RoutingLine, other: RoutingLine): boolean =>
  isSameValue(ROUTING_COLUMNS[name] as Field, line[name], other[name]);

/** Returns the rows of the table for the processes of a part. */
export const toRoutingLines = (processes: readonly Entity<'process'>[]): RoutingLine[] =>
  processes.map((process) => ({
    ...Object.fromEntries(COLUMN_NAMES.map((name) => [name, process[name]])),
    processId: process.id,
    version: process.version,
    labels: process.labels as Record<string, string>,
  })) as RoutingLine[];

/** Finds the rows that must be saved, and the processes whose rows were removed. */
export function findChangedLines(
  savedLines: readonly RoutingLine[],
  lines: readonly RoutingLine[],
): { changedIndexes: number[]; removedIds: number[] } {
  const savedById = new Map(savedLines.map((line) => [line.processId, line]));
  const changedIndexes = lines.flatMap((line, index) => {
    const savedLine = line.processId === null ? undefined : savedById.get(line.processId);
    return savedLine && COLUMN_NAMES.every((name) => isCellSame(name, line, savedLine)) ? [] : [index];
  });
  const keptProcessIds = new Set(lines.map(({ processId }) => processId));
  const removedIds = savedLines.flatMap(({ processId }) =>
    processId === null || keptProcessIds.has(processId) ? [] : [processId],
  );
  return { changedIndexes, removedIds };
}

/**
 * Applies the user's unsaved changes to newly loaded rows: changed cells, new rows and removed rows. A row that was
 * deleted meanwhile is left out.
 */
export function keepChanges(
  savedLines: readonly RoutingLine[],
  lines: readonly RoutingLine[],
  freshLines: readonly RoutingLine[],
): RoutingLine[] {
  const savedById = new Map(savedLines.map((line) => [line.processId, line]));
  const linesById = new Map(lines.map((line) => [line.processId, line]));
  const keptLines = freshLines.flatMap((freshLine): RoutingLine[] => {
    const [savedLine, line] = [savedById.get(freshLine.processId), linesById.get(freshLine.processId)];
    if (!savedLine) return [freshLine];
    if (!line) return [];
    const changedNames = COLUMN_NAMES.filter((name) => !isCellSame(name, line, savedLine));
    const changedLabels = changedNames.flatMap((name) => {
      const label = line.labels?.[name];
      return label === undefined ? [] : [[name, label] as const];
    });
    const freshLabels = Object.entries(freshLine.labels ?? {}).filter(
      ([name]) => !changedNames.includes(name as ColumnName),
    );
    return [
      {
        ...freshLine,
        ...Object.fromEntries(changedNames.map((name) => [name, line[name]])),
        labels: Object.fromEntries([...freshLabels, ...changedLabels]),
      },
    ];
  });
  return [...keptLines, ...lines.filter(({ processId }) => (processId ?? null) === null)];
}
