import { describe, expect, it } from 'vitest';
import { CallError } from '#client/kit/wire/call-error.ts';
import { findOldestDataTime } from '#client/kit/live/old-data.ts';

const makeQueryState = (dataUpdatedAt: number, code?: 'timedOut' | 'rowNotFound') => ({
  data: [] as unknown,
  dataUpdatedAt,
  status: code ? ('error' as const) : ('success' as const),
  error: code ? new CallError({ code, message: code, flag: null }, 0) : null,
});

describe('the oldest data on a screen', () => {
  it('is not old while the connection is live and every read succeeds', () => {
    expect(findOldestDataTime([makeQueryState(1000), makeQueryState(2000)], null)).toBeNull();
    expect(findOldestDataTime([], null)).toBeNull();
  });

  it('is that of the oldest read that could not be repeated', () => {
    const reads = [makeQueryState(1000), makeQueryState(3000, 'timedOut'), makeQueryState(2000, 'timedOut')];
    expect(findOldestDataTime(reads, null)).toBe(2000);
  });

  it('has no time if a read was refused for good, or never succeeded', () => {
    expect(findOldestDataTime([makeQueryState(1000, 'rowNotFound')], null)).toBeNull();
    expect(findOldestDataTime([{ ...makeQueryState(0, 'timedOut'), data: undefined }], null)).toBeNull();
  });

  it('was current until the connection was lost, or was read since', () => {
    expect(findOldestDataTime([makeQueryState(1000), makeQueryState(9000)], 5000)).toBe(5000);
    expect(findOldestDataTime([makeQueryState(9000)], 5000)).toBe(9000);
  });
});
