import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { useComputedField } from '#client/kit/forms/use-computed-field.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useReferencesById, type Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';

/** The maximum number of work groups that are read for a craft. */
const MAX_GROUPS = 500;

const isId = (value: unknown): value is number => typeof value === 'number';

interface Props {
  /** Whether the form proposes a work group if only one work group does the chosen craft. */
  hasProposal: boolean;
}

/**
 * Proposes the work group that does the chosen craft, if `hasProposal` is true and only one group does the craft. Warns
 * if the chosen work group does not do the craft; the user can still save.
 */
export function WorkGroupProposal({ hasProposal }: Props) {
  const t = useT();
  const form = useEnclosingForm();
  const { craftId, workGroupId } = form.values;
  const params = { filter: { craftIds: craftId }, limit: MAX_GROUPS };
  const { data: groups } = useQuery({
    queryKey: queryKeys.entity('workGroup', 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${entities.workGroup.path}/list`, params, { signal }),
    enabled: isId(craftId),
  });
  const [firstGroup, ...otherGroups] = groups ?? [];
  const proposal = firstGroup && otherGroups.length === 0 ? firstGroup.id : null;
  useComputedField(form, 'workGroupId', hasProposal && groups ? proposal : undefined);
  const isWorkGroupWrong =
    isId(craftId) &&
    isId(workGroupId) &&
    groups !== undefined &&
    groups.every((workGroup) => workGroup.id !== workGroupId);
  const craft = useReferencesById('craft', isWorkGroupWrong ? [craftId] : [], isWorkGroupWrong).data?.[0];
  const group = useReferencesById('workGroup', isWorkGroupWrong ? [workGroupId] : [], isWorkGroupWrong)
    .data?.[0];
  if (!isWorkGroupWrong || !craft || !group) return null;
  return (
    <Callout compact intent="warning" role="status">
      {t('groupLacksCraft', { group: group.label, craft: craft.label })}
    </Callout>
  );
}
