import { describe, expect, it } from 'vitest';
import { chooseAllFitting, type DeskLine } from '#client/features/reporting/desk-lines.ts';
import { findSynchronised, fitsBatch } from '#client/production/reporting/batch-choice.ts';

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
    const firstLine = makeLine(1);
    expect(fitsBatch(firstLine, [])).toBe(true);
    expect(fitsBatch(makeLine(2), [firstLine])).toBe(true);
    expect(fitsBatch(makeLine(3, { craftId: 2 }), [firstLine])).toBe(false);
    expect(fitsBatch(makeLine(4, { state: 'unfinished' }), [firstLine])).toBe(false);
    expect(fitsBatch(makeLine(5, { next: { step: 'receive' } }), [firstLine])).toBe(false);
    const rework = makeLine(6, { next: { step: 'rework' } });
    expect(fitsBatch(rework, [firstLine])).toBe(false);
    expect(fitsBatch(makeLine(7, { next: { step: 'rework' } }), [rework])).toBe(true);
  });

  it('can be reported in batches, and have something to report now', () => {
    expect(fitsBatch(makeLine(1, { reportWay: 'byProductionParameters' }), [])).toBe(false);
    expect(fitsBatch(makeLine(2, { next: { step: null } }), [])).toBe(false);
    // A person may also end the running work of other people.
    expect(fitsBatch(makeLine(3, { next: { step: null } }, true), [])).toBe(true);
  });

  it('are no set-ups, which have made no pieces', () => {
    const run = makeLine(1, {}, true);
    const setup = { ...run, id: 2, openReport: { ...run.openReport!, phase: 'preparation' } } as DeskLine;
    expect([fitsBatch(run, []), fitsBatch(setup, []), fitsBatch(setup, [run])]).toEqual([true, false, false]);
    expect(chooseAllFitting([setup, run], [])).toEqual([run]);
    // At a terminal, the next step of the person ends the person's own report.
    const ownReport = setup.openReport!;
    const { process } = makeLine(3, { next: { step: 'finish' } });
    expect([fitsBatch({ process }, []), fitsBatch({ process, ownReport }, [])]).toEqual([true, false]);
  });

  it('are those of synchronised processes, if they can be reported together', () => {
    const lines = [
      makeLine(1, { processId: 1, syncKey: 'S' }),
      makeLine(2, { processId: 2, syncKey: 'S' }),
      makeLine(3, { processId: 3, syncKey: 'T' }),
      makeLine(4, { processId: 4, syncKey: 'S', state: 'unfinished' }),
      makeLine(5, { processId: 1, syncKey: 'S' }),
      makeLine(6, { processId: 6 }),
      makeLine(7, { processId: 7 }),
    ];
    const listSynchronisedIds = (line: DeskLine) => findSynchronised(line, lines).map(({ id }) => id);
    expect(listSynchronisedIds(lines[0]!)).toEqual([2]);
    expect(listSynchronisedIds(lines[2]!)).toEqual([]);
    // Processes without a group are not synchronised with each other.
    expect(listSynchronisedIds(lines[5]!)).toEqual([]);
    const singleLine = makeLine(8, { processId: 8, syncKey: 'S', reportWay: 'byProductionParameters' });
    expect(findSynchronised(singleLine, lines)).toEqual([]);
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
