import { sql, type RawBuilder } from 'kysely';
import type { Genealogy, GenealogyEdge, GenealogyNode } from '#shared/ledger/genealogy.ts';
import type { OriginMaterial, TracedSubject } from '#shared/quality/recall.ts';
import type { Db } from '../../db/database.ts';
import { buildFinishedPiecesSql } from '../../ledger/finished-pieces-sql.ts';
import {
  buildPiecesSql,
  buildRootsSql,
  makeBackwardSteps,
  makeForwardSteps,
  type RecallInput,
  type TracedPieces,
  type WalkSteps,
} from './reached-parts-sql.ts';

/** The maximum number of edges in an answer, so that a screen can draw them. */
const MAX_EDGES = 300;
const ORIGIN_KEY = 'origin';

/**
 * A step of a walk from a near place to a farther place. A place is a part or a card, and "near" means near
 * to the traced pieces. A root of the walk has no near place.
 */
interface WalkedStep {
  nearPartId: number | null;
  nearCardId: number | null;
  partId: number;
  cardId: number | null;
  step: GenealogyEdge['step'] | null;
  quantity: number | null;
}

const makeKey = (partId: number, cardId: number | null): string =>
  cardId === null ? `part ${partId}` : `card ${cardId}`;

/**
 * Walks from the roots, the nearest places first, and stops after the maximum number of steps. For a step
 * into an assembly, the consumed pieces are known only if the step concerns a whole part or the only card of
 * a part.
 * @param assembledColumns the columns of the walk `w` that hold the part and the card whose pieces went into
 * the assembly
 */
async function walkEdges(
  db: Db,
  factoryId: number,
  roots: RawBuilder<unknown>,
  { cards, parts }: WalkSteps,
  assembledColumns: { part: 'w.near_part_id' | 'w.part_id'; card: 'w.near_card_id' | 'w.card_id' },
): Promise<WalkedStep[]> {
  const { rows } =
    await sql<WalkedStep>`with recursive walk(near_part_id, near_card_id, part_id, card_id, step, quantity) as (
      select null::bigint, null::bigint, root.part_id, root.card_id, null::text, sum(root.quantity)
        from (${roots}) root group by root.part_id, root.card_id
      union
      select k.part_id, k.card_id, n.part_id, n.card_id, n.step, n.quantity from walk k cross join lateral (
        select c.part_id, s.card_id, s.step, s.quantity from (${cards}) s
          join card c on c.factory_id = ${factoryId} and c.id = s.card_id
        union all
        select s.part_id, null, s.step, null from (${parts}) s
      ) n
    )
    select w.near_part_id, w.near_card_id, w.part_id, w.card_id, w.step,
      case w.step
        when 'partsMerged' then t.quantity
        when 'builtInto' then case when ${sql.ref(assembledColumns.card)} is null
          or (select count(*) from card c where c.factory_id = ${factoryId} and c.part_id = t.id and c.deleted_at is null) = 1
          then f.consumed end
        else w.quantity end as quantity
    from (select * from walk limit ${MAX_EDGES + 1}) w
      left join part t on t.factory_id = ${factoryId} and t.id = ${sql.ref(assembledColumns.part)}
      left join lateral (${buildFinishedPiecesSql('t')}) f on w.step = 'builtInto'`.execute(db);
  return rows;
}

async function loadNodes(
  db: Db,
  factoryId: number,
  places: readonly Pick<WalkedStep, 'partId' | 'cardId'>[],
): Promise<GenealogyNode[]> {
  const partIds = places.filter(({ cardId }) => cardId === null).map(({ partId }) => partId);
  const cardIds = places.map(({ cardId }) => cardId).filter((cardId) => cardId !== null);
  const { rows } = await sql<Omit<GenealogyNode, 'key'> & { id: number; partId: number }>`
    select 'part' as kind, t.id, t.id as part_id, t.code, t.name, o.code as order_code, t.quantity from part t
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      where t.factory_id = ${factoryId} and t.id = any(${partIds}::bigint[])
    union all
    select 'card', c.id, c.part_id, c.code, t.name, o.code, c.quantity from card c
      join part t on t.factory_id = c.factory_id and t.id = c.part_id
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id
      where c.factory_id = ${factoryId} and c.id = any(${cardIds}::bigint[])
    order by 1, 2`.execute(db);
  return rows.map(({ id, ...node }) => ({ ...node, key: `${node.kind} ${id}` }));
}

const countQuantity = (quantity: number | null): number | null => quantity || null;

/**
 * Reads the path of suspect pieces, from the origin to the parts and cards that may hold them.
 * @param subject the origin of the suspect pieces. It becomes the first node, but not if it is a card or a
 * part, which is a node anyway
 */
export async function readForwardGenealogy(
  db: Db,
  factoryId: number,
  input: RecallInput,
  subject: TracedSubject,
): Promise<Genealogy> {
  const steps = await walkEdges(db, factoryId, buildRootsSql(factoryId, input), makeForwardSteps(factoryId), {
    part: 'w.near_part_id',
    card: 'w.near_card_id',
  });
  const shownSteps = steps.slice(0, MAX_EDGES);
  const nodes = await loadNodes(db, factoryId, shownSteps);
  const { origin } = input;
  const hasOriginNode = origin !== 'card' && origin !== 'part' && nodes.length > 0;
  const edges = shownSteps.flatMap(
    ({ nearPartId, nearCardId, partId, cardId, step, quantity }): GenealogyEdge[] => {
      const to = makeKey(partId, cardId);
      if (nearPartId !== null)
        return [
          { from: makeKey(nearPartId, nearCardId), to, step: step!, quantity: countQuantity(quantity) },
        ];
      const firstStep = origin === 'material' ? 'issuedTo' : 'workedOn';
      return hasOriginNode
        ? [{ from: ORIGIN_KEY, to, step: firstStep, quantity: countQuantity(quantity) }]
        : [];
    },
  );
  const originNode: GenealogyNode = {
    key: ORIGIN_KEY,
    kind: 'origin',
    ...subject,
    orderCode: null,
    quantity: null,
    partId: null,
  };
  return {
    nodes: hasOriginNode ? [originNode, ...nodes] : nodes,
    edges,
    isCut: steps.length > MAX_EDGES,
  };
}

/**
 * Adds materials to a genealogy. Each material leads to the first place of its part, because the pieces begin
 * there.
 */
function addMaterials({ nodes, edges, isCut }: Genealogy, materials: readonly OriginMaterial[]): Genealogy {
  const reachedKeys = new Set(edges.map(({ to }) => to));
  const materialNodes = new Map<string, GenealogyNode>();
  const issues: GenealogyEdge[] = [];
  for (const { partId, materialId, materialCode, materialName, quantity } of materials) {
    const places = nodes.filter((node) => node.partId === partId);
    const place = places.find(({ key }) => !reachedKeys.has(key)) ?? places[0];
    if (!place) continue;
    const key = `material ${materialId}`;
    const node = { key, kind: 'material', code: materialCode, name: materialName } as const;
    materialNodes.set(key, { ...node, orderCode: null, quantity: null, partId: null });
    issues.push({ from: key, to: place.key, step: 'issuedTo', quantity });
  }
  const shownIssues = issues.slice(0, MAX_EDGES);
  return {
    nodes: [...materialNodes.values(), ...nodes],
    edges: [...shownIssues, ...edges],
    isCut: isCut || issues.length > MAX_EDGES,
  };
}

/**
 * Reads where traced pieces came from: the cards and parts whose pieces may be in them, and the materials
 * that were issued to these parts.
 */
export async function readBackwardGenealogy(
  db: Db,
  factoryId: number,
  pieces: TracedPieces,
  materials: readonly OriginMaterial[],
): Promise<Genealogy> {
  const roots = buildPiecesSql(factoryId, pieces);
  const steps = await walkEdges(db, factoryId, roots, makeBackwardSteps(factoryId), {
    part: 'w.part_id',
    card: 'w.card_id',
  });
  const shownSteps = steps.slice(0, MAX_EDGES);
  const edges = shownSteps.flatMap(
    ({ nearPartId, nearCardId, partId, cardId, step, quantity }): GenealogyEdge[] =>
      nearPartId === null
        ? []
        : [
            {
              from: makeKey(partId, cardId),
              to: makeKey(nearPartId, nearCardId),
              step: step!,
              quantity: countQuantity(quantity),
            },
          ],
  );
  const nodes = await loadNodes(db, factoryId, shownSteps);
  return addMaterials({ nodes, edges, isCut: steps.length > MAX_EDGES }, materials);
}
