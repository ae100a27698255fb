import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  computeLevels,
  layOutGenealogy,
  type DrawnGenealogy,
} from '#client/production/genealogy/genealogy-layout.ts';
import { GenealogyChart } from '#client/production/genealogy/genealogy-chart.tsx';
import { findFoldedLevel, limitGenealogy } from '#client/production/genealogy/limit-genealogy.ts';

const makeNode = (key: string, isEmptied = false) => ({ key, title: `W-1-0${key}`, detail: '', isEmptied });
const makeEdge = (from: string, to: string, quantity: number | null) => ({
  key: `${from}>${to}`,
  from,
  to,
  quantity,
});

/** Card 1 was split into 2 and 3; card 3 was split into 4 and 5; cards 2 and 4 were combined to 6. */
const genealogy: DrawnGenealogy = {
  nodes: [
    makeNode('1', true),
    makeNode('2', true),
    makeNode('3', true),
    makeNode('4', true),
    makeNode('5'),
    makeNode('6'),
  ],
  edges: [
    makeEdge('1', '2', 40),
    makeEdge('1', '3', 60),
    makeEdge('3', '4', 20),
    makeEdge('3', '5', 40),
    makeEdge('2', '6', 40),
    makeEdge('4', '6', null),
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
  expect(layout.nodes).toHaveLength(6);
  expect(layout.edges).toHaveLength(6);
  for (const { from, to } of layout.edges) expect(to.x).toBeGreaterThan(from.x);
  expect(new Set(layout.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
  for (const { x, y } of layout.nodes) {
    expect(x).toBeLessThan(layout.width);
    expect(y).toBeLessThan(layout.height);
  }
});

it('counts the levels on the longest way, whatever the order of the cards', () => {
  const { nodes, edges } = genealogy;
  const levels = computeLevels({ nodes: nodes.toReversed(), edges: edges.toReversed() });
  expect([...levels].toSorted().map(([, level]) => level)).toEqual([0, 1, 1, 2, 2, 3]);
});

it('shows the quantity of each line that has one, and a button for each card', async () => {
  const chosenKeys: string[] = [];
  root.render(
    <GenealogyChart
      label="Cards"
      genealogy={genealogy}
      chosenKey="6"
      onChoose={(key) => chosenKeys.push(key)}
    />,
  );
  await vi.waitFor(() => expect(host.querySelectorAll('button')).toHaveLength(6));
  expect([...host.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    '40',
    '60',
    '20',
    '40',
    '40',
  ]);
  expect(host.querySelectorAll('g[data-unknown="true"]')).toHaveLength(1);
  const pressedButtons = [...host.querySelectorAll('button[aria-pressed="true"]')];
  expect(pressedButtons.map((button) => button.textContent)).toEqual(['W-1-06']);
  host.querySelectorAll('button')[0]!.click();
  expect(chosenKeys).toHaveLength(1);
});

const FOLDED_TEXTS = { title: (count: number) => `${count} more`, detail: 'unfold' };
/** A machine worked on 30 cards, whose pieces all went into one assembly. */
const wideGenealogy: DrawnGenealogy = {
  nodes: [makeNode('D'), ...Array.from({ length: 30 }, (_, index) => makeNode(`c${index}`)), makeNode('A')],
  edges: Array.from({ length: 30 }, (_, index) => [
    makeEdge('D', `c${index}`, 2),
    makeEdge(`c${index}`, 'A', index === 29 ? null : 2),
  ]).flat(),
};
const limit = (levelCount: number, unfoldedLevels: number[] = []) =>
  limitGenealogy(
    wideGenealogy,
    { levelCount, nodesPerLevel: 12, unfoldedLevels: new Set(unfoldedLevels) },
    FOLDED_TEXTS,
  );

it('folds the cards beyond the maximum of a level into one, which carries their quantities', () => {
  const { shownGenealogy, levelCount } = limit(9);
  expect(levelCount).toBe(3);
  expect(shownGenealogy.nodes).toHaveLength(1 + 12 + 1);
  const foldedNode = shownGenealogy.nodes.find(({ title }) => title === '19 more')!;
  expect(findFoldedLevel(foldedNode.key)).toBe(1);
  expect(findFoldedLevel('card 7')).toBeNull();
  expect(
    shownGenealogy.edges.filter(({ from, to }) => from === foldedNode.key || to === foldedNode.key),
  ).toMatchObject([
    { from: 'D', quantity: 38 },
    { to: 'A', quantity: null },
  ]);
  expect(limit(9, [1]).shownGenealogy.nodes).toHaveLength(wideGenealogy.nodes.length);
});

it('draws only the first levels if somebody wants so', () => {
  const { shownGenealogy, levelCount } = limit(1);
  expect(shownGenealogy).toEqual({ nodes: [wideGenealogy.nodes[0]], edges: [] });
  expect(levelCount).toBe(3);
});
