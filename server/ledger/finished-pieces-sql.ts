import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the SQL of the finished pieces of a part, by the rules of `countFinishedPieces`. `completed` is
 * the number of pieces that all last processes of the part have delivered. `consumed` is the number of
 * pieces that the first processes of the assembly have received, in whole sets.
 * @param alias the alias of the part
 */
export const buildFinishedPiecesSql = (alias: 't'): RawBuilder<unknown> => {
  const part = sql.ref(`${alias}.id`);
  const factory = sql.ref(`${alias}.factory_id`);
  const quantityPer = sql.ref(`${alias}.quantity_per`);
  return sql`select
    coalesce((select min(p.good + p.concession) from process p
      where p.factory_id = ${factory} and p.part_id = ${part} and p.deleted_at is null
        and p.seq = (select max(q.seq) from process q where q.factory_id = p.factory_id and q.part_id = p.part_id
          and q.deleted_at is null)), 0) as completed,
    coalesce((select case when ${quantityPer} = 1 then max(p.received) else round(ceil(max(p.received)) * ${quantityPer}, 4) end
      from process p
      where p.factory_id = ${factory} and p.part_id = ${sql.ref(`${alias}.parent_id`)} and p.deleted_at is null
        and p.seq = (select min(q.seq) from process q where q.factory_id = p.factory_id and q.part_id = p.part_id
          and q.deleted_at is null)), 0) as consumed`;
};
