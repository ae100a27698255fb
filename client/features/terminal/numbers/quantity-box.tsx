import './report-numbers.css';
interface Props {
  label: string;
  value: string;
  active: boolean;
  tone?: 'good' | 'bad';
  onTouch: () => void;
}

/** Shows a quantity. The number pad types into the box that the user has selected. */
export function QuantityBox({ label, value, active, tone, onTouch }: Props) {
  return (
    <button
      type="button"
      className={`quantity-box${tone ? ` quantity-${tone}` : ''}`}
      aria-pressed={active}
      onClick={onTouch}
    >
      <span className="quantity-label">{label}</span>
      <span className="quantity-value">{value === '' ? '0' : value}</span>
    </button>
  );
}
