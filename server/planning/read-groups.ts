import { sql } from 'kysely';
import type { CapacityGroup, CapacityLimits, CapacityResource } from '#shared/planning/group-capacity.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { mergePeriods, type Period } from '#shared/planning/periods.ts';
import type { DayPeriod } from '#shared/rules/days.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';

interface GroupRow extends CapacityLimits {
  id: number;
  code: string;
  name: string;
  efficiency: number | null;
}

interface ResourceRow extends Omit<CapacityResource, 'lost'> {
  countedIn: number;
  lost: Period[];
}

/** A work group with the people and devices that count as its capacity. */
export type PlanGroup = CapacityGroup & Pick<GroupRow, 'code' | 'name'>;

/**
 * Reads the work groups with their people and devices, and the downtimes and absences within the period. A
 * resource counts once: in its home group, or else in the first group that lists it. Scrapped devices,
 * devices under repair, people on vacation and former employees do not count.
 */
export async function readGroups(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  { from, to }: DayPeriod,
): Promise<PlanGroup[]> {
  const [since, until] = [
    sql`${from}::timestamp at time zone ${zone}`,
    // A night shift of the last day ends on the following day.
    sql`(${to}::date + 2)::timestamp at time zone ${zone}`,
  ];
  const groups = await sql<GroupRow>`
    select id, code, name, efficiency, normal_capacity, maximum_capacity, budget_capacity
    from work_group where factory_id = ${factoryId} and deleted_at is null order by code, id`.execute(db);
  const resources = await sql<ResourceRow>`
    select r.* from (
      select 'device' as kind, d.id, d.work_group_id, d.normal_capacity, d.maximum_capacity, d.budget_capacity,
        coalesce(d.work_group_id, (
          select min(g.id) from work_group_equipment e
          join work_group g on g.factory_id = e.factory_id and g.id = e.owner_id and g.deleted_at is null
          where e.factory_id = d.factory_id and e.device_id = d.id)) as counted_in,
        (select coalesce(json_agg(json_build_array(extract(epoch from t.down_from)::bigint, extract(epoch from t.down_until)::bigint)), '[]')
          from device_downtimes t
          where t.factory_id = d.factory_id and t.owner_id = d.id and t.down_until > ${since} and t.down_from < ${until}) as lost
      from device d
      where d.factory_id = ${factoryId} and d.deleted_at is null and d.status = 'normal'
      union all
      select 'employee', p.id, p.work_group_id, p.normal_capacity, null, p.budget_capacity,
        coalesce(p.work_group_id, (
          select min(g.id) from work_group_staff s
          join work_group g on g.factory_id = s.factory_id and g.id = s.owner_id and g.deleted_at is null
          where s.factory_id = p.factory_id and s.employee_id = p.id)),
        (select coalesce(json_agg(json_build_array(extract(epoch from a.absent_from)::bigint, extract(epoch from a.absent_until)::bigint)), '[]')
          from employee_absences a
          where a.factory_id = p.factory_id and a.owner_id = p.id and a.absent_until > ${since} and a.absent_from < ${until})
      from employee p
      where p.factory_id = ${factoryId} and p.deleted_at is null and p.working_status = 'onJob'
    ) r where r.counted_in is not null order by r.kind, r.id`.execute(db);
  const resourcesByGroup = groupBy(resources.rows, (row) => row.countedIn);
  return groups.rows.map(({ efficiency, ...group }) => ({
    ...group,
    efficiency: efficiency ?? 100,
    resources: (resourcesByGroup.get(group.id) ?? []).map(({ countedIn, lost, workGroupId, ...row }) => ({
      ...row,
      workGroupId: workGroupId ?? countedIn,
      lost: mergePeriods(lost),
    })),
  }));
}
