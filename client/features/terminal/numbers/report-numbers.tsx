import type { ReactNode } from 'react';
import type { TermKey } from '#shared/terms/index.ts';
import { useT } from '#client/kit/words/t.ts';
import { NumberPad } from './number-pad.tsx';
import { QuantityBox } from './quantity-box.tsx';
import type { NumberPadQuantities, QuantityName } from './use-quantities.ts';
import './report-numbers.css';

export interface QuantityField {
  readonly name: QuantityName;
  readonly label: TermKey;
  readonly tone?: 'good' | 'bad';
}

interface Props {
  quantities: NumberPadQuantities;
  fields: readonly QuantityField[];
  /** The content below the quantities, beside the number pad. */
  children?: ReactNode;
  /** The content between the quantities and the number pad; on a portrait or narrow screen, it is below both. */
  reasons?: ReactNode;
}

/**
 * Shows the quantities of a report beside a number pad. The pad types into the selected quantity.
 */
export function ReportQuantitiesWithPad({ quantities, fields, children, reasons }: Props) {
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
      <NumberPad
        value={quantities.texts[quantities.active]}
        replacesText={quantities.fresh}
        onChange={quantities.setActiveText}
      />
    </div>
  );
}
