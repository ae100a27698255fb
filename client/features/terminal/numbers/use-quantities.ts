import { useState } from 'react';
import { subtractQuantities } from '#shared/ledger/quantity.ts';

export type QuantityName = 'good' | 'scrap' | 'rework' | 'minutes';
type EnteredQuantities = Partial<Record<QuantityName, string>>;

const parseQuantity = (text: string | undefined): number => {
  const quantity = Number(text ?? '');
  return Number.isFinite(quantity) ? quantity : 0;
};

/**
 * Holds the numbers of one report, which the worker types on the number pad. Until the worker types the
 * good quantity, the good quantity is the offered quantity minus scrap and rework.
 * @param offered the default sum of good, scrap and rework
 */
export function useQuantities(offered: number) {
  const [typed, type] = useState<EnteredQuantities>({});
  const [active, choose] = useState<QuantityName>('good');
  const [fresh, setFresh] = useState(true);
  const scrap = parseQuantity(typed.scrap);
  const rework = parseQuantity(typed.rework);
  const remainingQuantity = Math.max(0, subtractQuantities(offered, scrap, rework));
  const texts: Record<QuantityName, string> = {
    good: typed.good ?? String(remainingQuantity),
    scrap: typed.scrap ?? '',
    rework: typed.rework ?? '',
    minutes: typed.minutes ?? '',
  };
  return {
    texts,
    active,
    fresh,
    good: parseQuantity(texts.good),
    scrap,
    rework,
    minutes: parseQuantity(texts.minutes),
    touch: (name: QuantityName) => {
      choose(name);
      setFresh(true);
    },
    press: (value: string) => {
      setFresh(false);
      type((now) => ({ ...now, [active]: value }));
    },
  };
}
export type NumberPadQuantities = ReturnType<typeof useQuantities>;
