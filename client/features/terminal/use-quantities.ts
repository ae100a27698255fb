import { useState } from 'react';
import { minus } from '#shared/ledger/quantity.ts';

export type QuantityName = 'good' | 'scrap' | 'rework' | 'minutes';
type Typed = Partial<Record<QuantityName, string>>;

const numberOf = (text: string | undefined): number => {
  const read = Number(text ?? '');
  return Number.isFinite(read) ? read : 0;
};

/**
 * The quantities of one report as typed on the number pad. The good quantity is the offered quantity less scrap
 * and rework, until the worker types it.
 * @param offered the default total
 */
export function useQuantities(offered: number) {
  const [typed, type] = useState<Typed>({});
  const [active, choose] = useState<QuantityName>('good');
  const [fresh, setFresh] = useState(true);
  const scrap = numberOf(typed.scrap);
  const rework = numberOf(typed.rework);
  const left = Math.max(0, minus(offered, scrap, rework));
  const texts: Record<QuantityName, string> = {
    good: typed.good ?? String(left),
    scrap: typed.scrap ?? '',
    rework: typed.rework ?? '',
    minutes: typed.minutes ?? '',
  };
  return {
    texts,
    active,
    fresh,
    good: numberOf(texts.good),
    scrap,
    rework,
    minutes: numberOf(texts.minutes),
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
export type Quantities = ReturnType<typeof useQuantities>;
