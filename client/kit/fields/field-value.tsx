import type { Field } from '#shared/kernel/fields.ts';
import { formatDuration, formatMoment, formatNumber } from '../words/formats.ts';
import { StateMark } from '../elements/state-mark.tsx';
import { hasStateStyle } from '../elements/state-style.ts';
import { useT } from '../words/t.ts';
import { useTimeZone } from '../words/use-time-zone.ts';

interface Props {
  field: Field;
  value: unknown;
  /** The names of the rows that a ref or refs value points to, in one text. */
  label?: string | undefined;
}

/**
 * Renders a value by the kind of its field. If the field declares the term `zero`, this term is shown
 * for 0 and null. Other empty values are shown as '—'.
 */
export function FieldValue({ field, value, label }: Props) {
  const t = useT();
  const zone = useTimeZone();
  if (field.zero && (value === 0 || value === null)) return <>{t(field.zero)}</>;
  if (value === null || value === undefined || value === '') return <span className="nothing">—</span>;
  switch (field.kind) {
    case 'text':
      return <>{String(value)}</>;
    case 'number':
      if (field.unit === 'seconds') return <span className="number">{formatDuration(Number(value))}</span>;
      return <span className="number">{formatNumber(Number(value), field.decimals ?? 4)}</span>;
    case 'date':
      return <span className="moment">{field.time ? formatMoment(String(value), zone) : String(value)}</span>;
    case 'choice': {
      const choice = field.choices?.find((candidate) => candidate === value);
      if (!choice) return <>{String(value)}</>;
      return hasStateStyle(choice) ? <StateMark state={choice} /> : <>{t(choice)}</>;
    }
    case 'flag':
      return value === true ? <>{t('yes')}</> : <span className="nothing">{t('no')}</span>;
    case 'ref':
      return <>{label ?? `#${String(value)}`}</>;
    case 'refs':
      return (value as unknown[]).length > 0 ? (
        <>{label ?? (value as unknown[]).length}</>
      ) : (
        <span className="nothing">—</span>
      );
    case 'lines':
      return (value as unknown[]).length > 0 ? (
        <>{t('linesCount', { count: (value as unknown[]).length })}</>
      ) : (
        <span className="nothing">—</span>
      );
    case 'file':
      return <>{t('attached')}</>;
  }
}
