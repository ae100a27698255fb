import { addDays } from '#shared/rules/days.ts';
import type { DemoApiCall, SavedRow } from './demo-call.ts';

/**
 * The master plans. Each plan began `daysAgo` days before today. `ended` lists, in days after the start of
 * the plan, when its first nodes were finished.
 */
const PLANS = [
  { project: 'PJ-01', name: '新能源壳体模具主计划', daysAgo: 20, ended: [2, 9, 16] },
  { project: 'PJ-02', name: '液压泵站改型主计划', daysAgo: 4, ended: [1] },
] as const;

type PlanDetail = { nodes: { seq: number; nodeId: number; nodeType: string }[] };

/** Begins a master plan of each project from the first template, and confirms the nodes that are finished. */
export async function seedMasterPlans(call: DemoApiCall, today: string): Promise<void> {
  const templates = await call<{ rows: SavedRow[] }>('/mes/system/masterPlanTemplate/page', { limit: 1 });
  const projects = await call<{ rows: { id: number; code: string }[] }>('/mes/project/page', { limit: 200 });
  for (const { project: code, name, daysAgo, ended } of PLANS) {
    const startsOn = addDays(today, -daysAgo);
    const { id } = await call<SavedRow>('/mes/plan/master/save', {
      name,
      projectId: projects.rows.find((project) => project.code === code)!.id,
      templateId: templates.rows[0]!.id,
      startsOn,
    });
    const { nodes } = await call<PlanDetail>('/mes/plan/master/detail', { id });
    const confirmed = nodes.filter(({ nodeType }) => nodeType !== 'boundToCrafts');
    for (const [index, day] of ended.entries()) {
      const { seq, nodeId } = confirmed[index]!;
      const node = { id, seq, nodeId, remark: null };
      await call('/mes/plan/master/confirm', { ...node, kind: 'finishNode', day: addDays(startsOn, day) });
    }
  }
}
