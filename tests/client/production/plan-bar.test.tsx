import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { PlanBar } from '#client/features/progress/plan-bar.tsx';
import { makeTimeAxis } from '#client/features/progress/time-axis.ts';

const NOW_MS = Date.parse('2026-11-21T04:00:00Z');

it('points to an order without a plan that was done before the time of the axis', () => {
  const order = {
    state: 'completed',
    progress: 100,
    plannedStart: null,
    dueDate: null,
    promisedDate: null,
    startedAt: '2025-06-01T02:00:00Z',
    endedAt: '2025-06-03T02:00:00Z',
    projectedEnd: null,
  } as const;
  const axis = makeTimeAxis('fourWeeks', '2026-11-21');
  const rootElement = document.createElement('div');
  const root = createRoot(rootElement);
  flushSync(() => root.render(<PlanBar order={order} axis={axis} now={NOW_MS} />));
  expect(rootElement.querySelector('.plan-away')?.textContent).toContain('◂');
  root.unmount();
});
