import { describe, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import {
  findChangedLines,
  keepChanges,
  toRoutingLines,
  type RoutingLine,
} from '#client/features/order/routing/routing-lines.ts';

const PROCESSES = [
  { id: 1, version: 1, seq: 10, craftId: 5, name: 'Sawing', labels: { craftId: 'Saw' } },
  { id: 2, version: 4, seq: 20, craftId: 6, name: 'Turning', labels: { craftId: 'Turn' } },
  { id: 3, version: 1, seq: 30, craftId: 7, name: 'Milling', labels: { craftId: 'Mill' } },
] as unknown as Entity<'process'>[];
const SAVED_LINES = toRoutingLines(PROCESSES);
const NEW_LINE = { processId: null, version: null, seq: 40, craftId: 8, name: 'New' } as RoutingLine;

describe('the rows of a routing', () => {
  it('are sent only if they changed or are new, and removed ones by their ids', () => {
    expect(findChangedLines(SAVED_LINES, SAVED_LINES)).toEqual({ changedIndexes: [], removedIds: [] });
    // A field returns the typed number as text.
    const retypedLine = { ...SAVED_LINES[0]!, seq: '10' } as unknown as RoutingLine;
    expect(
      findChangedLines(SAVED_LINES, [retypedLine, { ...SAVED_LINES[2]!, name: 'Fine milling' }, NEW_LINE]),
    ).toEqual({
      changedIndexes: [1, 2],
      removedIds: [2],
    });
  });

  it('keep what was typed when another user has changed the routing', () => {
    const freshLines = toRoutingLines([
      { ...PROCESSES[0]!, version: 2, name: 'Cutting', seq: 12 },
      { ...PROCESSES[1]!, version: 5 },
      { ...PROCESSES[2]!, id: 9, name: 'Added by somebody' },
    ]);
    const typedLines = [
      { ...SAVED_LINES[0]!, craftId: 8, labels: { craftId: 'Grind' } },
      { ...SAVED_LINES[2]!, name: 'Deleted meanwhile' },
      NEW_LINE,
    ];
    expect(keepChanges(SAVED_LINES, typedLines, freshLines)).toEqual([
      { ...freshLines[0]!, craftId: 8, labels: { craftId: 'Grind' } },
      freshLines[2],
      NEW_LINE,
    ]);
  });
});
