import type { Field } from '#shared/kernel/fields.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** From this many hours on nobody asks for the minutes. */
const LONG_SECONDS = 100 * 3600;

/** A sum below its column; a very long time in hours alone. */
export function ReportTotal({ field, value }: { field: Field; value: number }) {
  const t = useT();
  if (value === 0) return <span className="number">0</span>;
  if (field.unit !== 'seconds' || value < LONG_SECONDS) return <FieldValue field={field} value={value} />;
  return <span className="number">{t('durationWholeHours', { hours: formatNumber(value / 3600, 0) })}</span>;
}
