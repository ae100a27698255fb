import { describe, expect, it } from 'vitest';
import { createStore } from '#client/kit/state/create-store.ts';

describe('A store', () => {
  it('tells those who follow it of every value, also the same again, until they stop', () => {
    const store = createStore('a');
    const seen: string[] = [];
    const leave = store.subscribe(() => seen.push(store.get()));
    store.set('b');
    store.set('b');
    leave();
    store.set('c');
    expect(seen).toEqual(['b', 'b']);
    expect(store.get()).toBe('c');
  });
});
