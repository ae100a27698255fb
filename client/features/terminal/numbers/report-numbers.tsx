import type { ReactNode } from 'react';
import type { TermKey } from '#shared/terms/index.ts';
import { useT } from '#client/kit/words/t.ts';
import { NumberPad } from '#client/kit/number-pad/number-pad.tsx';
import { QuantityBox } from './quantity-box.tsx';
import type { PadValue } from './use-pad-entries.ts';
import type { NumberPadQuantities, QuantityName } from './use-quantities.ts';
import './report-numbers.css';

export interface QuantityField {
  readonly name: QuantityName;
  readonly label: TermKey;
  readonly tone?: 'good' | 'bad';
}

interface Props {
  quantities: Omit<NumberPadQuantities, 'active'> & { active: QuantityName | null };
  fields: readonly QuantityField[];
  /** The content below the quantities, beside the number pad. */
  children?: ReactNode;
  /** The content between the quantities and the number pad; on a portrait or narrow screen, it is below both. */
  reasons?: ReactNode;
  /** The value that the pad types instead of a quantity of pieces. */
  value?: PadValue | null;
  /** Goes to the next value. If this is missing, the pad types only quantities of pieces. */
  onNext?: (() => void) | null;
}

/**
 * Shows the quantities of a report beside a number pad. The pad types into the selected quantity.
 */
export function ReportQuantitiesWithPad({
  quantities,
  fields,
  children,
  reasons,
  value = null,
  onNext = null,
}: Props) {
  const t = useT();
  return (
    <div className="report-numbers">
      <div className="quantity-boxes">
        {fields.map(({ name, label, tone }) => (
          <QuantityBox
            key={name}
            label={t(label)}
            value={quantities.texts[name]}
            active={quantities.active === name}
            {...(tone ? { tone } : {})}
            onTouch={() => quantities.selectQuantity(name)}
          />
        ))}
        {children}
      </div>
      {reasons}
      {value ? (
        <NumberPad
          value={value.text}
          replacesText={value.replacesText}
          isSigned={value.isSigned}
          decimals={value.decimals}
          onNext={onNext}
          onChange={value.onChange}
        />
      ) : (
        <NumberPad
          value={quantities.texts[quantities.active ?? 'good']}
          replacesText={quantities.replacesText}
          onNext={onNext}
          onChange={quantities.setActiveText}
        />
      )}
    </div>
  );
}
