import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CardGenealogy } from '#shared/ledger/card-genealogy.ts';
import { layOutGenealogy } from '#client/features/order/cards/genealogy-layout.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

const makeCard = (id: number, quantity: number, state: CardGenealogy['cards'][number]['state']) => ({
  id,
  code: `W-1-0${id}`,
  quantity,
  state,
  version: 1,
  isDeleted: false,
  reportCount: 0,
});
const makeEdge = (fromCardId: number, toCardId: number, quantity: number, kind: 'split' | 'combined') => ({
  id: fromCardId * 10 + toCardId,
  fromCardId,
  toCardId,
  kind,
  quantity,
  at: '2026-05-01T02:00:00.000Z',
  byName: '李秀英',
});

/** Card 1 was split into 2 and 3; card 3 was split into 4 and 5; cards 2 and 4 were combined to 6. */
const genealogy: CardGenealogy = {
  cards: [
    makeCard(1, 100, 'split'),
    makeCard(2, 40, 'combined'),
    makeCard(3, 60, 'split'),
    makeCard(4, 20, 'combined'),
    makeCard(5, 40, 'active'),
    makeCard(6, 60, 'active'),
  ],
  edges: [
    makeEdge(1, 2, 40, 'split'),
    makeEdge(1, 3, 60, 'split'),
    makeEdge(3, 4, 20, 'split'),
    makeEdge(3, 5, 40, 'split'),
    makeEdge(2, 6, 40, 'combined'),
    makeEdge(4, 6, 20, 'combined'),
  ],
};

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});

it('places every card to the right of those that its pieces came from, and none over another', () => {
  const layout = layOutGenealogy(genealogy);
  expect(layout.cards).toHaveLength(6);
  expect(layout.edges).toHaveLength(6);
  for (const { from, to } of layout.edges) expect(to.x).toBeGreaterThan(from.x);
  expect(new Set(layout.cards.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
  for (const { x, y } of layout.cards) {
    expect(x).toBeLessThan(layout.width);
    expect(y).toBeLessThan(layout.height);
  }
});

it('shows the quantity of each line, and a button for each card', async () => {
  const [{ GenealogyChart }, { setUpWords }] = await Promise.all([
    import('#client/features/order/cards/genealogy-chart.tsx'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  const chosenIds: number[] = [];
  root.render(
    <GenealogyChart genealogy={genealogy} chosenCardId={6} onChoose={(id) => chosenIds.push(id)} />,
  );
  await vi.waitFor(() => expect(host.querySelectorAll('button')).toHaveLength(6));
  expect([...host.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    '40',
    '60',
    '20',
    '40',
    '40',
    '20',
  ]);
  const pressed = [...host.querySelectorAll('button[aria-pressed="true"]')];
  expect(pressed.map((button) => button.textContent)).toEqual(['W-1-0660 · 在用']);
  host.querySelectorAll('button')[0]!.click();
  expect(chosenIds).toHaveLength(1);
});
