import { beforeEach, describe, expect, it } from 'vitest';
import type { ScheduleRun } from '#shared/answers/schedule.ts';
import { makeRun } from '#tests/support/made-schedule.ts';
import { at } from '#tests/support/small-plant.ts';
import { findButton, findCalls, listTexts, openSchedulePage, page, t, waitUntil } from './schedule-page.tsx';

const EMPTY_PATCH = {
  orderId: null,
  dueDate: null,
  workGroupId: null,
  deviceId: null,
  hours: null,
  from: null,
  until: null,
};

describe('scenarios', () => {
  const patch = {
    ...EMPTY_PATCH,
    kind: 'machineDown',
    deviceId: 1,
    until: '2026-06-20T02:00:00.000Z',
  } as const;
  const ADDRESS = '/plan/CycleSchedule?view=scenarios';
  let scenario: ScheduleRun;
  beforeEach(() => {
    const { figures, before: figuresBefore } = page.answers.proposal.run;
    scenario = makeRun(7, 'keepOrder', {
      name: 'CNC-1 broken',
      patches: [{ ...patch, name: 'CNC-1' }],
      figures,
      before: figuresBefore,
      moved: 2,
      machineChanged: 1,
    });
    page.difference = {
      run: scenario,
      other: null,
      otherFigures: figuresBefore!,
      comparison: page.answers.proposal.comparison!,
      orders: [
        {
          id: 1,
          code: 'W-4001',
          name: 'Flange',
          dueDate: '2026-06-16',
          before: { end: at(1, 12), lateBy: 0 },
          after: { end: at(1, 16), lateBy: 120 },
        },
      ],
      days: ['2026-06-15', '2026-06-16'],
      loads: [
        {
          workGroupId: 1,
          name: 'Turning',
          before: { planned: [60, 0], available: [480, 480] },
          after: { planned: [0, 60], available: [0, 480] },
        },
      ],
    };
    page.runs = [scenario, ...page.runs];
  });

  it('are not shown among the proposals of the page of plans', async () => {
    await openSchedulePage();
    await waitUntil(() => expect(listTexts('.keep-table .is-chosen .figure')[0]).toContain('1 / 2'));
    expect(findCalls('get').map(({ form }) => form['id'])).toEqual(['2']);
  });

  it('are compared with the present plan: figures, orders, and the changes of the scenario', async () => {
    await openSchedulePage(ADDRESS);
    await waitUntil(() => expect(listTexts('.scenario-comparison tbody tr')).toHaveLength(1));
    expect(findCalls('compare')[0]!.form).toMatchObject({ id: '7' });
    expect(listTexts('.scenario-patches')[0]).toMatch(/^CNC-1 down \(… – (2026-)?06-20 02:00\)$/);
    expect(listTexts('.scenario-comparison tbody tr')[0]).toContain(t('laterByTime', { time: '4 h' }));
    expect(listTexts('.scenario-tiles dd')[0]).toBe('0 → 1');
    expect(listTexts('.lateness-name')).toEqual([t('presentSchedule'), 'CNC-1 broken']);
  });

  it('are not computed without a name and the fields of their changes', async () => {
    await openSchedulePage(ADDRESS);
    await waitUntil(() => expect(findButton(t('addScenario'))).toBeDefined());
    findButton(t('addScenario'))!.click();
    await waitUntil(() => expect(document.querySelector('.scenario-patch')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog [type="submit"]')!.click();
    // The name and the order are missing.
    await waitUntil(() => expect(document.querySelectorAll('.bp6-dialog .field-problem')).toHaveLength(1));
    expect(findCalls('compute')).toEqual([]);
  });

  it('can be copied, and are deleted only after a confirmation', async () => {
    await openSchedulePage(ADDRESS);
    const copyName = `${t('copyScenario')}: CNC-1 broken`;
    await waitUntil(() => expect(findButton(copyName)?.hasAttribute('disabled')).toBe(false));
    findButton(copyName)!.click();
    await waitUntil(() => expect(document.querySelector('.scenario-patch')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog [type="submit"]')!.click();
    await waitUntil(() => expect(findCalls('compute')).toHaveLength(1));
    const { form } = findCalls('compute')[0]!;
    expect(form).toMatchObject({ name: 'CNC-1 broken', keep: 'keepOrder' });
    expect(JSON.parse(form['patches'] as string)).toEqual([patch]);
    const deleteName = `${t('delete')}: CNC-1 broken`;
    await waitUntil(() => expect(findButton(deleteName)?.hasAttribute('disabled')).toBe(false));
    findButton(deleteName)!.click();
    await waitUntil(() => expect(document.querySelector('.confirm-text')).not.toBeNull());
    expect(findCalls('delete')).toEqual([]);
    document.querySelector<HTMLElement>('.bp6-dialog .bp6-intent-danger')!.click();
    await waitUntil(() => expect(findCalls('delete')[0]?.form).toMatchObject({ id: '7' }));
  });

  it('are explained on the page while there are none', async () => {
    page.runs = page.runs.slice(1);
    await openSchedulePage(ADDRESS);
    await waitUntil(() =>
      expect(page.host.querySelector('.schedule-none')?.textContent).toBe(t('noScenariosYet')),
    );
  });
});
