import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ColumnEditor, type TitledColumn } from '#client/crud/columns/column-editor.tsx';
import { ClassificationValues } from '#client/features/classification/classification-values.tsx';
import { Combobox } from '#client/kit/fields/combobox.tsx';
import { ignoreComposingKeys } from '#client/kit/shortcuts/composing-keys.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeRefusedReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const REGION_CLASSIFICATION = {
  id: 7,
  version: 1,
  classId: 'region',
  code: 'N',
  name: '北',
  parentId: null,
} as never;
const CODE_COLUMN: TitledColumn = {
  name: 'code',
  title: 'Code',
  shown: true,
  order: 1,
  align: 'center',
  width: null,
};

let root: Root;
let stopIgnoringKeys: () => void;

const renderContent = (content: ReactNode) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{content}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
const typeText = (element: HTMLInputElement, text: string) =>
  act(async () => {
    element.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const pressKeyAt = (element: Element, key: Partial<KeyboardEventInit> & { keyCode?: number }) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...key });
    if (key.keyCode) Object.defineProperty(event, 'keyCode', { value: key.keyCode });
    element.dispatchEvent(event);
  });
const COMPOSING_KEYS = [{ isComposing: true }, { keyCode: 229 }];

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(() => {
  stopIgnoringKeys = ignoreComposingKeys(window);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  stopIgnoringKeys();
  queryClient.clear();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('Enter while an input method is composing', () => {
  it.each(COMPOSING_KEYS)('picks no row in a combobox (%j)', async (key) => {
    const pickedIds: number[] = [];
    const params = { search: '', limit: 30 };
    queryClient.setQueryData(queryKeys.entity('material', 'list', params), [{ id: 4, label: 'Steel' }]);
    await renderContent(
      <Combobox id="c" entity="material" chosenName="" onPick={({ id }) => pickedIds.push(id)} />,
    );
    const input = document.querySelector('input')!;
    await act(async () => input.click());
    await pressKeyAt(input, key);
    expect(pickedIds).toEqual([]);
    await pressKeyAt(input, {});
    expect(pickedIds).toEqual([4]);
  });

  it.each(COMPOSING_KEYS)('keeps the focus in the name of a class value (%j)', async (key) => {
    const permissions = ['SYSTEM_CLASSIFY', 'SYSTEM_CLASSIFY_MODIFY'];
    session.signIn({ user: { accountId: 1, permissions, factoryPermissions: [] } } as never);
    const sentCalls: SentCall[] = stubFetch(() => makeRefusedReply(400, {}));
    await renderContent(
      <ClassificationValues classId="region" words={[REGION_CLASSIFICATION]} onChanged={async () => null} />,
    );
    const input = document.querySelector<HTMLInputElement>('.word-name input')!;
    await typeText(input, '北 bu');
    await pressKeyAt(input, key);
    expect(document.activeElement).toBe(input);
    expect(sentCalls).toEqual([]);
    await pressKeyAt(input, {});
    expect(document.activeElement).not.toBe(input);
  });

  it.each(COMPOSING_KEYS)('keeps no width in the column editor (%j)', async (key) => {
    const widths: (number | null)[] = [];
    await renderContent(
      <ColumnEditor
        label="Columns"
        columns={[CODE_COLUMN]}
        hasWidthInputs
        onChange={([column]) => widths.push(column!.width)}
      />,
    );
    const input = document.querySelector<HTMLInputElement>('.column-width input')!;
    await typeText(input, '200');
    await pressKeyAt(input, key);
    expect(widths).toEqual([]);
    await pressKeyAt(input, {});
    expect(widths).toEqual([200]);
  });
});
