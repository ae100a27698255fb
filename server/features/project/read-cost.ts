import { sql } from 'kysely';
import type {
  ProjectCost,
  ProjectCostFigures,
  ProjectCostLine,
  ProjectCostSum,
} from '#shared/planning/project-figures.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import { buildReportCostSql } from '../../ledger/report-cost.ts';
import { buildProjectTreeSql } from './project-tree.ts';

/**
 * Amounts of a project. If `isOwn` is set, they are those of the project alone. Otherwise they include its
 * sub-projects.
 */
type BudgetRow = Pick<ProjectCostSum, 'contractAmount' | 'budget' | 'undividedBudget'> & { isOwn: boolean };
/** The cost of one cost type, or of all cost types if `isTotal` is set. */
type LineRow = ProjectCostLine & { isOwn: boolean; isTotal: boolean };

const NO_COST: Omit<ProjectCostFigures, 'budget'> = {
  labourCost: 0,
  deviceCost: 0,
  actualCost: 0,
  unpricedReports: 0,
};

/**
 * Reads the amounts of a project and of its sub-projects. A project without a budget amount has the sum of its budget
 * lines as its budget.
 */
async function readBudgets(db: Db, factoryId: number, projectId: number): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    with recursive ${buildProjectTreeSql(factoryId, projectId)}, amounts as (
      select tree.depth = 0 as own, p.contract_amount, coalesce(p.budget_amount, b.amount) as budget,
        coalesce(coalesce(p.budget_amount, b.amount) - coalesce(b.amount, 0), 0) as undivided
      from tree
        join project p on p.factory_id = ${factoryId} and p.id = tree.id
        cross join lateral (
          select sum(b.amount) as amount from project_budget b where b.factory_id = ${factoryId} and b.owner_id = p.id
        ) b
    )
    select s.own as is_own, sum(a.contract_amount) as contract_amount, sum(a.budget) as budget,
      sum(a.undivided) as undivided_budget
    from amounts a join (values (true), (false)) s (own) on a.own or not s.own
    group by s.own`.execute(db);
  return rows;
}

/**
 * Reads budget and actual cost by cost type. The actual cost is the labour and machine cost of the closed reports.
 */
async function readLines(db: Db, factoryId: number, projectId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`/* never prepared */
    with recursive ${buildProjectTreeSql(factoryId, projectId)}, costed as (
      select o.id, tree.depth = 0 as own from tree
        join work_order o on o.factory_id = ${factoryId} and o.project_id = tree.id
    ), ${buildReportCostSql(factoryId)}, entry as (
      select c.own, c.cost_type_id, null::numeric as budget, l.cost as labour, c.device_cost as device,
        (coalesce(l.unpriced, false) or c.device_cost is null)::integer as unpriced
      from closed c left join labour l on l.report_id = c.report_id
      union all
      select tree.depth = 0, b.cost_type_id, b.amount, null, null, 0
      from tree join project_budget b on b.factory_id = ${factoryId} and b.owner_id = tree.id
    )
    select s.own as is_own, grouping(e.cost_type_id) = 1 as is_total, e.cost_type_id, t.name as cost_type_name, sum(e.budget) as budget,
      round(coalesce(sum(e.labour), 0), 2) as labour_cost, round(coalesce(sum(e.device), 0), 2) as device_cost,
      round(coalesce(sum(e.labour), 0) + coalesce(sum(e.device), 0), 2) as actual_cost,
      sum(e.unpriced) as unpriced_reports
    from entry e
      join (values (true), (false)) s (own) on e.own or not s.own
      left join cost_type t on t.factory_id = ${factoryId} and t.id = e.cost_type_id
    group by grouping sets ((s.own, e.cost_type_id, t.code, t.name), (s.own))
    order by t.code nulls last, e.cost_type_id`.execute(db);
  return rows;
}

/**
 * Compares the budget of a project with its actual cost to date, for the project alone and with its sub-projects.
 * @throws rowNotFound
 */
export async function readProjectCost(db: Db, factoryId: number, projectId: number): Promise<ProjectCost> {
  const budgets = await readBudgets(db, factoryId, projectId);
  if (budgets.length === 0) throw makeError('rowNotFound');
  const costLines = await readLines(db, factoryId, projectId);
  const makeCostSum = (isOwnOnly: boolean): ProjectCostSum => {
    const { isOwn: _own, ...amounts } = budgets.find(({ isOwn }) => isOwn === isOwnOnly)!;
    const rows = costLines.filter(({ isOwn }) => isOwn === isOwnOnly).map(({ isOwn: _isOwn, ...row }) => row);
    const total = rows.find(({ isTotal }) => isTotal);
    const lines = rows.filter(({ isTotal }) => !isTotal).map(({ isTotal: _isTotal, ...line }) => line);
    const { labourCost, deviceCost, actualCost, unpricedReports } = total ?? NO_COST;
    return { ...amounts, labourCost, deviceCost, actualCost, unpricedReports, lines };
  };
  return { own: makeCostSum(true), withSubprojects: makeCostSum(false) };
}
