import { describe, expect, it } from 'vitest';
import { createStore } from '#client/kit/state/create-store.ts';

describe('A store', () => {
  it('notifies its subscribers of every value, even an equal one, until they unsubscribe', () => {
    const store = createStore('a');
    const seenValues: string[] = [];
    const unsubscribe = store.subscribe(() => seenValues.push(store.get()));
    store.set('b');
    store.set('b');
    unsubscribe();
    store.set('c');
    expect(seenValues).toEqual(['b', 'b']);
    expect(store.get()).toBe('c');
  });
});
