import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import {
  makePlanNodes,
  type PlanLine,
  type PlanLinkLine,
} from '#shared/planning/master-plan/make-plan-nodes.ts';
import { scheduleTemplate } from '#shared/planning/master-plan/schedule-template.ts';
import type { PlanRelation } from '#shared/rules/plan-relation.ts';
import { call } from '#client/kit/wire/call.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { LinesInput } from '#client/kit/fields/lines/lines-input.tsx';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useReferencesById } from '#client/kit/wire/references.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { PlanChart } from './plan-chart.tsx';

type PlanNode = Entity<'masterPlanNode'>;
type EnteredPlanLine = Partial<
  Record<'seq' | 'nodeId' | 'estimatedHours' | 'afterSeq' | 'relation' | 'postpositionDays', unknown>
>;
type EnteredPlanLink = Pick<EnteredPlanLine, 'seq' | 'afterSeq' | 'relation' | 'postpositionDays'>;

const DEFAULT_WORKDAY_HOURS = 8;

/**
 * Parses a number that the user is typing. Returns null if the text is empty, is not a number, or is
 * negative.
 */
function parseNonNegativeNumber(typedValue: unknown): number | null {
  const text = String(typedValue ?? '').trim();
  const value = Number(text);
  return text === '' || !Number.isFinite(value) || value < 0 ? null : value;
}

/**
 * Reads the nodes of the plan lines. If a cell of a line is empty, the chart uses the value of the node. Users without
 * the permission get no nodes.
 */
function usePlanNodes(ids: readonly number[]): ReadonlyMap<number, PlanNode> {
  const user = useUser();
  const { path, permission } = entities.masterPlanNode;
  const filter = { id: [...ids].sort((a, b) => a - b) };
  const { data } = useQuery({
    queryKey: queryKeys.entity('masterPlanNode', 'page', filter),
    queryFn: ({ signal }) => call<PageAnswer<PlanNode>>(`${path}/page`, { filter, limit: 200 }, { signal }),
    enabled: ids.length > 0 && hasPermission(user, getReadPermission(permission)),
  });
  return new Map(data?.rows.map((node) => [node.id, node]));
}

/** Returns the complete rows of the field `links`. Each of them is a link in addition to the `afterSeq` of a line. */
const readLinks = (value: unknown): PlanLinkLine[] =>
  (Array.isArray(value) ? (value as EnteredPlanLink[]) : []).flatMap((link) => {
    const seq = parseNonNegativeNumber(link.seq);
    const afterSeq = parseNonNegativeNumber(link.afterSeq);
    if (seq === null || afterSeq === null) return [];
    const relation = (link.relation as PlanRelation | null) ?? null;
    return [{ seq, afterSeq, relation, postpositionDays: parseNonNegativeNumber(link.postpositionDays) }];
  });

/** Edits the lines of a plan or of a template, and shows the resulting plan as a chart. */
export function PlanNodesInput(props: InputProps) {
  const t = useT();
  const { values } = useEnclosingForm();
  const rows = Array.isArray(props.value) ? (props.value as EnteredPlanLine[]) : [];
  const completeRows = rows.filter(
    (row) => typeof row.nodeId === 'number' && parseNonNegativeNumber(row.seq) !== null,
  );
  const ids = [...new Set(completeRows.map((row) => row.nodeId as number))];
  const nodes = usePlanNodes(ids);
  const { data: nodeReferences } = useReferencesById('masterPlanNode', ids);
  const workdayHours = parseNonNegativeNumber(values['workdayHours']) || DEFAULT_WORKDAY_HOURS;

  const rowsBySeq = new Map(completeRows.map((row) => [parseNonNegativeNumber(row.seq)!, row]));
  const lines = [...rowsBySeq].map(([seq, row]): PlanLine => {
    const node = nodes.get(row.nodeId as number);
    return {
      seq,
      estimatedHours: parseNonNegativeNumber(row.estimatedHours) ?? node?.estimatedHours ?? 0,
      afterSeq: parseNonNegativeNumber(row.afterSeq),
      relation: (row.relation as PlanRelation | null) ?? node?.relation ?? 'finishToStart',
      postpositionDays: parseNonNegativeNumber(row.postpositionDays) ?? node?.postpositionDays ?? 0,
    };
  });
  const plan = scheduleTemplate(makePlanNodes(lines, readLinks(values['links'])), workdayHours);
  const nameOf = (seq: number) => {
    const id = rowsBySeq.get(seq)?.nodeId;
    return `${seq} ${nodeReferences?.find((reference) => reference.id === id)?.label ?? '…'}`;
  };
  return (
    <>
      <LinesInput {...props} />
      {lines.length === 0 && <p className="plan-nothing">{t('planEmpty')}</p>}
      {!plan && (
        <p className="plan-nothing plan-wrong" role="alert">
          {t('planGoesRound')}
        </p>
      )}
      {plan && lines.length > 0 && <PlanChart {...plan} workdayHours={workdayHours} nameOf={nameOf} />}
    </>
  );
}
