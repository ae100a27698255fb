import { useQuery } from '@tanstack/react-query';
import { getEntity } from '#shared/entities/index.ts';
import { listClassPaths } from '#shared/planning/class-paths.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  title: TermKey;
  entity: 'device' | 'classification';
  filter: Record<string, unknown>;
  /** The label of the option for no value. */
  noneLabel: TermKey;
  /**
   * The id of the chosen row. Null is the option for no value; undefined means that nothing is
   * chosen yet.
   */
  value: number | null | undefined;
  workerToken: string | null;
  onChange: (id: number | null) => void;
}

/** The maximum number of options. More options do not fit on a touch screen. */
const MAX_BUTTONS = 24;

/**
 * Shows rows of an entity as buttons, so that the user can choose a row by touch. The button of a
 * classification also names its parent classifications.
 */
export function EntityRowButtons({ title, entity, filter, noneLabel, value, workerToken, onChange }: Props) {
  const t = useT();
  const params = { filter, limit: MAX_BUTTONS };
  const { data } = useQuery({
    queryKey: queryKeys.entity(entity, 'list', params),
    queryFn: ({ signal }) =>
      call<Reference[]>(`${getEntity(entity).path}/list`, params, { signal, workerToken }),
  });
  if (!data || data.length === 0) return null;
  return (
    <fieldset className="floor-choices">
      <legend>{t(title)}</legend>
      <button type="button" aria-pressed={value === null} onClick={() => onChange(null)}>
        {t(noneLabel)}
      </button>
      {listClassPaths(data).map(({ row, path }) => (
        <button key={row.id} type="button" aria-pressed={row.id === value} onClick={() => onChange(row.id)}>
          {path}
        </button>
      ))}
    </fieldset>
  );
}
