import { useState } from 'react';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import {
  QUANTITY_DECIMALS,
  useReportEntries,
} from '#client/production/reporting/entries/use-report-entries.ts';
import type { ValuePad } from '#client/production/reporting/entries/value-pad.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { useScanTarget } from '../scanner/scan-target.ts';
import type { NumberPadQuantities } from './use-quantities.ts';

/** The measured value or quantity of a material that the number pad types instead of a quantity of pieces. */
export interface PadValue {
  text: string;
  replacesText: boolean;
  isSigned: boolean;
  decimals: number;
  onChange: (text: string) => void;
}

/**
 * Holds the entries of a report at a terminal. The number pad types the quantity or the value that the person touched
 * last. The scanner adds pieces or materials.
 * @param isRework whether the report is about rework
 * @param endsWork whether the report ends work; only then are there entries
 */
export function usePadEntries(
  process: TerminalProcess,
  worker: IdentifiedPerson,
  quantities: NumberPadQuantities,
  {
    pieces,
    isRework,
    endsWork,
    onWrongScan,
  }: { pieces: number; isRework: boolean; endsWork: boolean; onWrongScan: (problem: string) => void },
) {
  const request = endsWork ? process.entryRequest : null;
  const entries = useReportEntries(
    { ...process, entryRequest: request },
    { pieces, isRework, workerToken: worker.token, onWrongScan },
  );
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [replacesText, setReplacesText] = useState(true);
  useScanTarget(request && request.kind !== 'parameters' ? entries.take : null);
  const typedValues =
    request?.kind === 'parameters'
      ? request.parameters.map(({ code, lowerLimit, decimals }) => ({
          key: code,
          text: entries.texts[code] ?? '',
          isSigned: (lowerLimit ?? -1) < 0,
          decimals,
          setText: (text: string) => entries.setText(code, text),
        }))
      : entries.materials.map(({ material: { materialId }, text: quantity }) => ({
          key: String(materialId),
          text: quantity,
          isSigned: false,
          decimals: QUANTITY_DECIMALS,
          setText: (text: string) => entries.setMaterialText(materialId, text),
        }));
  const activeValue = typedValues.find(({ key }) => key === activeKey);
  const activateValue = (key: string | null) => {
    setActiveKey(key);
    setReplacesText(true);
  };
  const value: PadValue | null = activeValue
    ? {
        ...activeValue,
        replacesText,
        onChange: (text) => {
          setReplacesText(false);
          activeValue.setText(text);
        },
      }
    : null;
  /** Goes from the quantities to the first value, and from each value to the next one. */
  const goToNext = () => {
    const index = typedValues.findIndex(({ key }) => key === activeKey);
    activateValue(typedValues[index + 1]?.key ?? null);
  };
  const pad: ValuePad = { active: activeKey, onActivate: activateValue };
  return {
    entries,
    pad,
    value,
    goToNext: typedValues.length > 0 ? goToNext : null,
    /** The quantities. None is selected while the pad types a value. */
    quantities: {
      ...quantities,
      active: activeValue ? null : quantities.active,
      selectQuantity: (name: Parameters<NumberPadQuantities['selectQuantity']>[0]) => {
        activateValue(null);
        quantities.selectQuantity(name);
      },
    },
  };
}
