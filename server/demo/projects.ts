import type { DemoApiCall, SavedRow } from './demo-call.ts';
import type { MasterDataIds } from './masters.ts';
import { getDateAfter } from './orders.ts';

/** The customers' projects, each with its sub-projects. */
const PROJECTS = [
  { code: 'PJ-01', name: '新能源壳体模具', amount: 1_280_000, days: 90, subprojects: ['前壳体', '后壳体'] },
  { code: 'PJ-02', name: '液压泵站改型', amount: 460_000, days: 45, subprojects: ['泵体', '阀组'] },
] as const;
/** The budget as a share of the contract amount. */
const BUDGET_SHARE = 0.7;

/** A function that returns the additional values of the n-th order: its project and its custom columns. */
type OrderExtrasGetter = (number: number) => Record<string, unknown>;

/**
 * Creates the projects with their sub-projects, and a custom column of orders for the version of the drawing.
 * @returns a function for the additional values of the n-th order. Only orders of assemblies belong to a
 * sub-project.
 */
export async function seedProjectsAndOrderColumn(
  call: DemoApiCall,
  masterDataIds: MasterDataIds,
  now: Date,
): Promise<OrderExtrasGetter> {
  const customerIds = [...masterDataIds.customers.values()];
  const subprojectIds: number[] = [];
  for (const [index, { code, name, amount, days, subprojects: subprojectNames }] of PROJECTS.entries()) {
    const project = await call<SavedRow>('/mes/project/save', {
      code,
      name,
      customerId: customerIds[index],
      contractAmount: amount,
      budgetAmount: amount * BUDGET_SHARE,
      dueDate: getDateAfter(now, days),
    });
    for (const [partIndex, subprojectName] of subprojectNames.entries()) {
      const subproject = await call<SavedRow>('/mes/project/save', {
        code: `${code}-${partIndex + 1}`,
        name: subprojectName,
        parentId: project.id,
        customerId: customerIds[index],
      });
      subprojectIds.push(subproject.id);
    }
  }
  const drawingIssueColumn = await call<SavedRow>('/mes/system/column/custom/save', {
    owner: 'order',
    code: 'drawingIssue',
    name: '图纸版本',
    width: 92,
  });
  return (number) => ({
    projectId: number % 6 === 5 ? subprojectIds[Math.floor(number / 6) % subprojectIds.length] : null,
    custom: JSON.stringify({ [drawingIssueColumn.id]: 'ABC'.charAt(number % 3) }),
  });
}
