import { useState } from 'react';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { ParameterPad } from '#client/production/reporting/entries/parameter-entries.tsx';
import { useReportEntries } from '#client/production/reporting/entries/use-report-entries.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { useScanTarget } from '../scanner/scan-target.ts';
import type { NumberPadQuantities } from './use-quantities.ts';

/** The measured value that the number pad types instead of a quantity. */
export interface PadValue {
  text: string;
  replacesText: boolean;
  isSigned: boolean;
  decimals: number;
  onChange: (text: string) => void;
}

/**
 * Holds the entries of a report at a terminal. The number pad types the quantity or the measured value that the person
 * touched last. The scanner adds pieces or materials.
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
  const [activeCode, setActiveCode] = useState<string | null>(null);
  const [replacesText, setReplacesText] = useState(true);
  useScanTarget(request && request.kind !== 'parameters' ? entries.take : null);
  const parameters = request?.kind === 'parameters' ? request.parameters : [];
  const active = parameters.find(({ code }) => code === activeCode);
  const activateValue = (code: string | null) => {
    setActiveCode(code);
    setReplacesText(true);
  };
  const value: PadValue | null = active
    ? {
        text: entries.texts[active.code] ?? '',
        replacesText,
        isSigned: (active.lowerLimit ?? -1) < 0,
        decimals: active.decimals,
        onChange: (text) => {
          setReplacesText(false);
          entries.setText(active.code, text);
        },
      }
    : null;
  /** Goes from the quantities to the first value, and from each value to the next one. */
  const goToNext = () => {
    const index = parameters.findIndex(({ code }) => code === activeCode);
    activateValue(parameters[index + 1]?.code ?? null);
  };
  const pad: ParameterPad = { active: activeCode, onActivate: activateValue };
  return {
    entries,
    pad,
    value,
    goToNext: parameters.length > 0 ? goToNext : null,
    /** The quantities. None is selected while the pad types a measured value. */
    quantities: {
      ...quantities,
      active: active ? null : quantities.active,
      selectQuantity: (name: Parameters<NumberPadQuantities['selectQuantity']>[0]) => {
        activateValue(null);
        quantities.selectQuantity(name);
      },
    },
  };
}
