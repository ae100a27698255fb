import { describe, expect, it } from 'vitest';
import { MAX_ASKED_STATES, type OperationState } from '#shared/answers/schedule/operation-state.ts';
import { OperationStateReader } from '#client/features/plan/schedule/operation-state-reader.ts';

const makeState = (processId: number, state: OperationState['state'] = 'processing'): OperationState => ({
  processId,
  state,
  pinned: false,
  started: state === 'processing',
});
const change = (ids: number[] | null, entity = 'process') =>
  ({ topic: 'progress', entity, ids, pos: 1, by: null }) as const;

describe('The states of operations on the chart', () => {
  const rows = new Map<number, OperationState>();
  const askedIds: (readonly number[])[] = [];
  let isFailing = false;
  const askServer = (processIds: readonly number[]): Promise<OperationState[]> => {
    askedIds.push(processIds);
    if (isFailing) return Promise.reject(new Error('Away'));
    // Each answer of the server has new objects.
    return Promise.resolve(
      [...rows.values()]
        .filter(({ processId }) => processIds.length === 0 || processIds.includes(processId))
        .map((row) => ({ ...row })),
    );
  };
  const reader = new OperationStateReader();
  const read = async () => {
    askedIds.length = 0;
    return reader.read(askServer);
  };

  it('are read as a whole once, and then only those of the changed processes', async () => {
    rows.set(1, makeState(1)).set(2, makeState(2));
    const firstStates = await read();
    expect(askedIds).toEqual([[]]);
    expect(await read()).toBe(firstStates);
    expect(askedIds).toEqual([]);
    rows.set(3, makeState(3));
    rows.delete(2);
    reader.onChange(change([2]));
    reader.onChange(change([3, 2]));
    reader.onChange(change([9], 'workOrder'));
    const secondStates = await read();
    expect(askedIds).toEqual([[2, 3]]);
    expect([...secondStates.keys()]).toEqual([1, 3]);
    // An unchanged state stays the same object, so that the chart does not draw its bar again.
    expect(secondStates.get(1)).toBe(firstStates.get(1));
  });

  it('stay the same object if nothing differs', async () => {
    const statesBefore = await read();
    reader.onChange(change([1]));
    expect(await read()).toBe(statesBefore);
    expect(askedIds).toEqual([[1]]);
  });

  it('are read as a whole if changes may be missing, or if there are too many', async () => {
    for (const message of [
      null,
      change(null),
      change(Array.from({ length: MAX_ASKED_STATES + 1 }, (_, id) => id)),
    ]) {
      reader.onChange(message);
      reader.onChange(change([1]));
      await read();
      expect(askedIds).toEqual([[]]);
    }
  });

  it('are asked for again after a failure, also those that changed meanwhile', async () => {
    reader.onChange(change([1]));
    isFailing = true;
    const failedRead = read();
    reader.onChange(change([3]));
    await expect(failedRead).rejects.toThrow('Away');
    isFailing = false;
    rows.set(1, makeState(1, 'completed'));
    expect((await read()).get(1)?.state).toBe('completed');
    expect(askedIds.map((ids) => ids.toSorted())).toEqual([[1, 3]]);
  });
});
