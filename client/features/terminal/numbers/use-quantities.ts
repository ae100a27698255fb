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
 * good quantity, the good quantity is `defaultTotal` minus scrap and rework.
 * @param defaultTotal the default sum of good, scrap and rework
 */
export function useQuantities(defaultTotal: number) {
  const [typedTexts, setTypedTexts] = useState<EnteredQuantities>({});
  const [activeName, setActiveName] = useState<QuantityName>('good');
  const [replacesText, setReplacesText] = useState(true);
  const scrap = parseQuantity(typedTexts.scrap);
  const rework = parseQuantity(typedTexts.rework);
  const remainingQuantity = Math.max(0, subtractQuantities(defaultTotal, scrap, rework));
  const texts: Record<QuantityName, string> = {
    good: typedTexts.good ?? String(remainingQuantity),
    scrap: typedTexts.scrap ?? '',
    rework: typedTexts.rework ?? '',
    minutes: typedTexts.minutes ?? '',
  };
  return {
    texts,
    active: activeName,
    replacesText,
    good: parseQuantity(texts.good),
    scrap,
    rework,
    minutes: parseQuantity(texts.minutes),
    selectQuantity: (name: QuantityName) => {
      setActiveName(name);
      setReplacesText(true);
    },
    setActiveText: (value: string) => {
      setReplacesText(false);
      setTypedTexts((before) => ({ ...before, [activeName]: value }));
    },
  };
}
export type NumberPadQuantities = ReturnType<typeof useQuantities>;
