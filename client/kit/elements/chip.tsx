import { useT } from '../words/t.ts';

interface Props {
  text: string;
  onRemove?: (() => void) | undefined;
}

/** Shows one of several chosen values. If `onRemove` is given, a button removes the value. */
export function Chip({ text, onRemove }: Props) {
  const t = useT();
  return (
    <span className="chip">
      <span className="chip-text">{text}</span>
      {onRemove && (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('removeNamed', { name: text })}
          onClick={onRemove}
        >
          ×
        </button>
      )}
    </span>
  );
}
