import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { ProcessMatrix } from '#client/features/plan/matrix/process-matrix.tsx';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';

let root: Root;
let host: HTMLElement;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  localStorage.clear();
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  await changeLang('en_US');
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});

const makeRow = (partId: number, seq: number, fields: Partial<ReportRow> = {}): ReportRow =>
  ({
    processId: partId * 100 + seq,
    partId,
    orderId: 7,
    orderCode: 'W-7',
    partCode: `P-${partId}`,
    partName: 'Flange',
    seq,
    processName: 'Turning',
    groupName: 'Lathes',
    state: 'notStarted',
    progress: 0,
    plannedStart: null,
    plannedEnd: null,
    actualStart: null,
    actualEnd: null,
    projectedEnd: null,
    lateDays: 0,
    ...fields,
  }) as ReportRow;

async function renderMatrix(rows: readonly ReportRow[]): Promise<string[][]> {
  root.render(
    <MemoryRouter>
      <ProcessMatrix rows={rows} />
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(host.querySelector('table')).not.toBeNull());
  return [...host.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''),
  );
}

it('puts the processes of each part into one line, in the order of the routing', async () => {
  const lines = await renderMatrix([makeRow(1, 20), makeRow(1, 10), makeRow(2, 5)]);
  expect(lines.map((cells) => cells.map((text) => /\d+ Turning/.exec(text)?.[0]))).toEqual([
    ['10 Turning', '20 Turning'],
    ['5 Turning', undefined],
  ]);
  expect(host.querySelectorAll('thead th')).toHaveLength(3);
  expect(host.querySelector('tbody a')!.getAttribute('href')).toBe('/order/7?part=1');
});

it('shows the state, progress, days and delay of each process in words', async () => {
  const [[text]] = (await renderMatrix([
    makeRow(1, 10, {
      state: 'processing',
      progress: 99.6,
      plannedStart: '2026-08-01',
      plannedEnd: '2026-08-03',
      actualStart: '2026-08-02',
      projectedEnd: '2026-08-06',
      lateDays: 1,
    }),
  ])) as [[string]];
  // The percentage is rounded down, because a process that is nearly ready is not ready.
  for (const words of ['99 %', 'Plan 08-01 – 08-03', 'Actual 08-02 – …', 'Projected 08-06', '1 day late'])
    expect(text).toContain(words);
});

it('draws a few hundred parts, and says how many are left out', async () => {
  const lines = await renderMatrix(Array.from({ length: 305 }, (_, index) => makeRow(index + 1, 10)));
  expect(lines).toHaveLength(300);
  expect(host.querySelector('.matrix-more')!.textContent).toContain('5 more parts');
});
