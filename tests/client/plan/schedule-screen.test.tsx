import { describe, expect, it } from 'vitest';
import { makeRun } from '#tests/support/made-schedule.ts';
import { findButton, findCalls, listTexts, openSchedulePage, page, t, waitUntil } from './schedule-page.tsx';

describe('the page of cycle scheduling', () => {
  it('shows the figures of each way beside those of the present plan', async () => {
    await openSchedulePage();
    await waitUntil(() => expect(listTexts('.keep-table .is-chosen .figure')[0]).toContain('1 / 2'));
    const [presentRow] = page.host.querySelectorAll('.keep-table tbody tr');
    expect(presentRow!.textContent).toContain(t('presentSchedule'));
    expect(presentRow!.textContent).toContain('0 / 2');
    // More orders are late than before, and the page says so without colour.
    expect(page.host.querySelector('.is-chosen .is-worse')!.textContent).toContain('+');
    expect(listTexts('.keep-table .keep-none')).toHaveLength(2);
  });

  it('tells which plans the server asked for by itself', async () => {
    page.runs = page.runs.map((run) =>
      run.state === 'ready' ? { ...run, requestedFor: 'replanNightly' } : run,
    );
    await openSchedulePage();
    await waitUntil(() => expect(listTexts('.keep-time').join()).toContain(t('replanNightly')));
  });

  it('lists late orders with causes, and what is not planned with its reason', async () => {
    await openSchedulePage();
    await waitUntil(() => expect(listTexts('.side-title')[0]).toContain('W-4001'));
    expect(listTexts('.side-causes').join()).toContain('CNC-1');
    page.host.querySelector<HTMLElement>('[data-tab-id="unplaced"]')!.click();
    await waitUntil(() => expect(listTexts('.side-reason')).toContain(t('unplaced.noEstimate')));
  });

  it('says what changes before it applies a plan, and applies nothing without a yes', async () => {
    await openSchedulePage();
    await waitUntil(() => expect(findButton(t('applyPlan'))?.hasAttribute('disabled')).toBe(false));
    findButton(t('applyPlan'))!.click();
    const { run, comparison } = page.answers.proposal;
    const text = t('applyPlanText', {
      moved: run.moved,
      machines: run.machineChanged,
      newlyLate: comparison!.newlyLate.length,
      newlyOnTime: 0,
    });
    await waitUntil(() => expect(document.querySelector('.confirm-text')?.textContent).toBe(text));
    findButton(t('cancel'))!.click();
    await waitUntil(() => expect(document.querySelector('.bp6-dialog')).toBeNull());
    expect(findCalls('apply')).toEqual([]);
    findButton(t('applyPlan'))!.click();
    await waitUntil(() => expect(document.querySelector('.confirm-text')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog .bp6-intent-primary')!.click();
    await waitUntil(() => expect(findCalls('apply')).toHaveLength(1));
    expect(findCalls('apply')[0]!.form).toMatchObject({ id: '2' });
  });

  it('says what changed in the factory if a plan cannot be applied, and offers to compute again', async () => {
    page.isOutdated = true;
    await openSchedulePage();
    await waitUntil(() => expect(findButton(t('applyPlan'))?.hasAttribute('disabled')).toBe(false));
    findButton(t('applyPlan'))!.click();
    await waitUntil(() => expect(document.querySelector('.confirm-text')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog .bp6-intent-primary')!.click();
    await waitUntil(() =>
      expect(page.host.querySelector('.schedule-changed')?.textContent).toContain('W-4002'),
    );
    expect(page.host.querySelector('.schedule-changed')!.textContent).toContain(
      t('change.orderDatesChanged'),
    );
    page.host.querySelector<HTMLElement>('.schedule-changed .bp6-intent-primary')!.click();
    await waitUntil(() => expect(findCalls('compute')).toHaveLength(1));
    expect(findCalls('compute')[0]!.form).toMatchObject({ keep: 'keepOrder', goal: 'tardiness' });
  });

  it('shows how far a computation is, and stops it', async () => {
    const progress = { passes: 12, ofPasses: 30, objective: null };
    page.runs = [makeRun(3, 'planAfresh', { state: 'computing', progress, endedAt: null }), ...page.runs];
    await openSchedulePage();
    await waitUntil(() =>
      expect(page.host.querySelector('.schedule-progress')?.textContent).toContain('12 of 30'),
    );
    expect(findButton(t('computeAgain'))!.hasAttribute('disabled')).toBe(true);
    findButton(t('cancel'))!.click();
    await waitUntil(() => expect(findCalls('cancel')[0]?.form).toMatchObject({ id: '3' }));
  });

  it('has a table with the same operations, and a way to set their time without a mouse', async () => {
    await openSchedulePage('/plan/CycleSchedule?form=planAsTable');
    await waitUntil(() => expect(listTexts('.plan-table tbody tr[aria-rowindex]')).toHaveLength(3));
    findButton(`${t('pinOperation')}: W-4001 · 20 精车`)!.click();
    await waitUntil(() => expect(document.querySelector('.pin-outcome p')).not.toBeNull());
  });

  it('does not offer to move an operation that has begun since the plan was made', async () => {
    page.states = [{ processId: 1, state: 'processing', started: true, pinned: false, runningOn: [1] }];
    await openSchedulePage('/plan/CycleSchedule?form=planAsTable');
    const listPinButtons = () =>
      [...document.querySelectorAll('.plan-actions button')].filter((button) =>
        button.getAttribute('aria-label')!.startsWith(t('pinOperation')),
      );
    await waitUntil(() => expect(listTexts('.plan-table tbody tr[aria-rowindex]')).toHaveLength(3));
    await waitUntil(() => expect(listPinButtons()).toHaveLength(2));
    expect(findButton(`${t('pinOperation')}: W-4001 · 20 精车`)).toBeUndefined();
    expect(findButton(`${t('operationDetails')}: W-4001 · 20 精车`)).toBeDefined();
  });

  it('offers no change of operations to people who may not change processes', async () => {
    await openSchedulePage('/plan/CycleSchedule?form=planAsTable', []);
    await waitUntil(() => expect(listTexts('.plan-table tbody tr[aria-rowindex]')).toHaveLength(3));
    expect(listTexts('.plan-actions button')).toHaveLength(3);
  });

  it('says what to do while there is no plan', async () => {
    page.runs = [];
    page.present = { run: null, plan: null };
    await openSchedulePage();
    await waitUntil(() =>
      expect(page.host.querySelector('.schedule-none')?.textContent).toBe(t('noScheduleYet')),
    );
    findButton(t('computePlan'))!.click();
    await waitUntil(() => expect(findCalls('compute')).toHaveLength(1));
  });
});
