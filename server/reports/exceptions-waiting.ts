import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, moment, number, quantity, text } from '#shared/kernel/fields.ts';
import { OPEN_QUALITY_STATES } from '#shared/machines/quality-exception.ts';
import { defineReport } from './define-report.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

interface Row {
  id: number;
  code: string;
  state: (typeof OPEN_QUALITY_STATES)[number];
  errorClassName: string | null;
  orderCode: string;
  partName: string;
  processName: string;
  groupName: string | null;
  heldQuantity: number;
  raisedAt: string;
  /** The names of the signers who have not signed yet. */
  awaitedSigners: string | null;
  waitedSeconds: number;
}

/** The unfinished quality exceptions, the oldest first, with the signers whose signatures they wait for. */
export const exceptionsWaiting = defineReport<Row>()({
  name: 'exceptionsWaiting',
  path: '/mes/form/exceptionsWaiting',
  page: 'quality/waiting',
  words: {
    awaitedSigners: ['待会签', 'Signatures awaited', '待會簽', '合議待ち'],
  },
  parameters: GROUP_SCOPE_FIELDS,
  columns: {
    id: rowIdColumn,
    code: { field: text({ required: true }), label: 'exceptionCode' },
    state: { field: choice(OPEN_QUALITY_STATES, { required: true }), label: 'exceptionState' },
    errorClassName: { field: text(), label: 'errorClass' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partName: { field: text({ required: true }), label: 'part' },
    processName: { field: text({ required: true }), label: 'heldAtProcess' },
    groupName: { field: text(), label: 'workGroup' },
    heldQuantity: { field: quantity({ required: true }), label: 'heldQuantity', total: true },
    raisedAt: { field: moment({ required: true }), label: 'exceptionRaisedAt' },
    awaitedSigners: { field: text(), label: 'awaitedSigners' },
    waitedSeconds: {
      field: number({ required: true, unit: 'seconds', decimals: 0 }),
      label: 'waitedSeconds',
    },
  },
  rowKey: ['id'],
  rowPage: { path: '/quality', column: 'id' },
  watches: ['qualityException', 'classification', 'process', 'part', 'workOrder', ...GROUP_SCOPE_ENTITIES],
  clock: 'minute',
  run: async (db, { factoryId }, params) => {
    const scope = await loadGroupScope(db, factoryId, params);
    const { rows } = await sql<Row>`
      select x.id, x.code, x.state, e.name as error_class_name, o.code as order_code, t.name as part_name,
        coalesce(p.name, c.name) as process_name, g.name as group_name, x.quantity as held_quantity, x.raised_at,
        (select string_agg(w.name, ', ' order by s.position)
          from (select r.id from quality_round r
              where r.factory_id = x.factory_id and r.exception_id = x.id
                and r.stage = case x.state when 'remediesInCountersign' then 'remedies' when 'tracingCountersign' then 'tracing' end
              order by r.number desc limit 1) last
            join quality_round_signer s on s.factory_id = x.factory_id and s.round_id = last.id
            join employee w on w.factory_id = s.factory_id and w.id = s.employee_id
          where not exists (select 1 from quality_signature n where n.factory_id = s.factory_id and n.round_id = s.round_id
            and (n.signer_id = s.employee_id or n.result = 'notPassed'))) as awaited_signers,
        greatest(floor(extract(epoch from now() - x.raised_at)), 0)::integer as waited_seconds
      from quality_exception x
        join process p on p.factory_id = x.factory_id and p.id = x.process_id
        join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
        join part t on t.factory_id = p.factory_id and t.id = p.part_id
        join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
        left join work_group g on g.factory_id = p.factory_id and g.id = p.work_group_id
        left join classification e on e.factory_id = x.factory_id and e.id = x.error_class_id
      where x.factory_id = ${factoryId} and x.deleted_at is null and x.state = any(${[...OPEN_QUALITY_STATES]}::text[])
        and ${buildGroupCondition('p.work_group_id', scope)}
      order by x.raised_at, x.id`.execute(db);
    return rows;
  },
});
