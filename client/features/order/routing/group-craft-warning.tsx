import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useReferencesById, type Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';

/** The maximum number of work groups that are read for a craft. */
const MAX_GROUPS = 500;

const isId = (value: unknown): value is number => typeof value === 'number';

/** Warns if the work group chosen in the form does not do the chosen craft. The user can still save. */
export function GroupCraftWarning() {
  const t = useT();
  const { craftId, workGroupId } = useEnclosingForm().values;
  const isChosen = isId(craftId) && isId(workGroupId);
  const params = { filter: { craftIds: craftId }, limit: MAX_GROUPS };
  const { data: groups } = useQuery({
    queryKey: queryKeys.entity('workGroup', 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${entities.workGroup.path}/list`, params, { signal }),
    enabled: isChosen,
  });
  const isWrong = isChosen && groups !== undefined && groups.every((one) => one.id !== workGroupId);
  const craft = useReferencesById('craft', isWrong ? [craftId] : [], isWrong).data?.[0];
  const group = useReferencesById('workGroup', isWrong ? [workGroupId] : [], isWrong).data?.[0];
  if (!isWrong || !craft || !group) return null;
  return (
    <Callout compact intent="warning" role="status">
      {t('groupLacksCraft', { group: group.label, craft: craft.label })}
    </Callout>
  );
}
