import { useReferenceList } from '#client/kit/wire/reference-lists.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';

/** Shows the name of a region. */
export function RegionName({ region }: { region: unknown }) {
  const t = useT();
  const { rows } = useReferenceList<Reference>('/mes/system/classify/json', { class_id: 'region' });
  if (region === 0) return <>{t('allRegions')}</>;
  if (!rows) return <span className="nothing">…</span>;
  return <>{rows.find((row) => row.id === region)?.label ?? `#${String(region)}`}</>;
}
