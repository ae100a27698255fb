import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Combobox } from '#client/kit/fields/combobox.tsx';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

const ROWS = [
  { id: 1, label: '半精铣', code: 'M1' },
  { id: 2, label: '精铣槽', code: 'M2' },
  { id: 3, label: '精铣', code: 'M3' },
  { id: 4, label: '钳工', code: 'M4' },
];

let root: Root;
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  queryClient.clear();
  document.body.replaceChildren();
});

describe('a picker', () => {
  it('ranks exact and prefix matches first, also before the server has answered', async () => {
    const pickedIds: number[] = [];
    queryClient.setQueryData(queryKeys.entity('material', 'list', { search: '', limit: 30 }), ROWS);
    await act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <Combobox id="c" entity="material" chosenName="" onPick={({ id }) => pickedIds.push(id)} />
        </QueryClientProvider>,
      ),
    );
    const input = document.querySelector('input')!;
    await act(async () => input.click());
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, '精铣');
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const options = [...document.querySelectorAll('[role=option] .combobox-label')];
    expect(options.map((option) => option.textContent)).toEqual(['精铣', '精铣槽', '半精铣']);
    await act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    expect(pickedIds).toEqual([3]);
  });
});
