import { describe, expect, it } from 'vitest';
import { chooseAllFitting, fitsChosenLines, type DeskLine } from '#client/features/reporting/desk-lines.ts';

/**
 * Makes a line whose process can be started.
 * @param process fields that replace those of the process
 */
const makeLine = (id: number, process: Record<string, unknown> = {}, isRunning = false): DeskLine =>
  ({
    id,
    process: { craftId: 1, state: 'received', reportWay: null, next: { step: 'start' }, ...process },
    openReport: isRunning ? { reportId: id } : null,
  }) as unknown as DeskLine;

describe('lines that are reported together at a desk', () => {
  it('have the same craft, the same state and the same next step', () => {
    const first = makeLine(1);
    expect(fitsChosenLines(first, [])).toBe(true);
    expect(fitsChosenLines(makeLine(2), [first])).toBe(true);
    expect(fitsChosenLines(makeLine(3, { craftId: 2 }), [first])).toBe(false);
    expect(fitsChosenLines(makeLine(4, { state: 'unfinished' }), [first])).toBe(false);
    expect(fitsChosenLines(makeLine(5, { next: { step: 'receive' } }), [first])).toBe(false);
  });

  it('can be reported in batches, and have something to report now', () => {
    expect(fitsChosenLines(makeLine(1, { reportWay: 'byProductionParameters' }), [])).toBe(false);
    expect(fitsChosenLines(makeLine(2, { next: { step: null } }), [])).toBe(false);
    // A person may also end the running work of other people.
    expect(fitsChosenLines(makeLine(3, { next: { step: null } }, true), [])).toBe(true);
  });

  it('are chosen all at once, like the first one', () => {
    const lines = [
      makeLine(1, { next: { step: null } }),
      makeLine(2),
      makeLine(3, { craftId: 2 }),
      makeLine(4),
    ];
    const listIds = (chosen: readonly DeskLine[]) => chosen.map(({ id }) => id);
    expect(listIds(chooseAllFitting(lines, []))).toEqual([2, 4]);
    expect(listIds(chooseAllFitting(lines, [lines[2]!]))).toEqual([3]);
    expect(chooseAllFitting([lines[0]!], [])).toEqual([]);
  });
});
