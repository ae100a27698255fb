import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  countBadPieces,
  listMissingValues,
  type InspectedCharacteristic,
  type InspectedValue,
  type InspectionDetail,
} from '#shared/quality/inspection.ts';
import type { OfferedGauge } from '#shared/quality/gauge.ts';
import { findViolatedLimit } from '#shared/reporting/report-entries.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { ERRORS_IN_FORM } from '../reporting/use-report.ts';

/** A place in the sample: one characteristic (`seq`) of one piece (`sampleNumber`). */
export interface SamplePlace {
  seq: number;
  sampleNumber: number;
}

/** What a person enters at a place: a number, or a judgement. */
type EnteredValue = { value: number } | { judgement: 'judgedOk' | 'judgedNotOk' };

const isSamePlace = (a: SamplePlace, b: SamplePlace) => a.seq === b.seq && a.sampleNumber === b.sampleNumber;

/** Whether an entered value is within its limits or judged good. The server applies the same rule. */
const isAcceptable = (characteristic: InspectedCharacteristic, enteredValue: EnteredValue): boolean =>
  'value' in enteredValue
    ? findViolatedLimit(characteristic, enteredValue.value) === null
    : enteredValue.judgement === 'judgedOk';

/**
 * Enters the values of an inspection one after the other. A value is shown at once, and the next place
 * without a value becomes current. Values are sent in the background, in the order of entry.
 */
export function useValueEntry(detail: InspectionDetail, workerToken: string | null) {
  const client = useQueryClient();
  const [pendingValues, setPendingValues] = useState<readonly InspectedValue[]>([]);
  const [chosenPlace, setChosenPlace] = useState<SamplePlace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const values = [
    ...detail.values.filter((value) => !pendingValues.some((candidate) => isSamePlace(candidate, value))),
    ...pendingValues,
  ];
  const missingPlaces = listMissingValues({ ...detail, values });
  const place = chosenPlace ?? missingPlaces[0] ?? null;
  const characteristic = detail.characteristics.find(({ seq }) => seq === place?.seq) ?? null;
  const currentValue = place ? (values.find((value) => isSamePlace(value, place)) ?? null) : null;

  const sendValue = async (fields: SamplePlace & Record<string, unknown>) => {
    try {
      await send(
        '/mes/quality/testing/enter',
        { id: detail.id, values: [fields] },
        { id: makeRequestId(), workerToken, codesShownElsewhere: ERRORS_IN_FORM },
      );
      await client.invalidateQueries({ queryKey: queryKeys.entity('inspection', 'detail', detail.id) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(Object.values(error.fields)[0] ?? error.message);
      setChosenPlace(fields);
    }
    setPendingValues((previousValues) => previousValues.filter((value) => !isSamePlace(value, fields)));
  };

  /** Enters a value at the current place, measured with a gauge or without one, and goes to the next place. */
  const enter = (enteredValue: EnteredValue, gauge: OfferedGauge | null) => {
    if (!place || !characteristic) return;
    setProblem(null);
    const value: InspectedValue = {
      ...place,
      value: 'value' in enteredValue ? enteredValue.value : null,
      isOk: isAcceptable(characteristic, enteredValue),
      gaugeId: gauge?.id ?? null,
      gauge: gauge?.code ?? characteristic.tool,
      gaugeProblem: gauge?.problem ?? null,
      by: null,
      at: new Date().toISOString(),
    };
    setPendingValues((previousValues) => [
      ...previousValues.filter((candidate) => !isSamePlace(candidate, place)),
      value,
    ]);
    const fields = { ...place, ...enteredValue, gaugeId: value.gaugeId, replaces: currentValue !== null };
    queue.current = queue.current.then(() => sendValue(fields));
    setChosenPlace(null);
  };
  return {
    values,
    missingPlaces,
    place,
    characteristic,
    current: currentValue,
    problem,
    setProblem,
    badCount: countBadPieces(values),
    enter,
    choose: (newPlace: SamplePlace) => {
      setProblem(null);
      setChosenPlace(newPlace);
    },
    /** Waits until all entered values have been sent. */
    waitUntilSent: () => queue.current,
  };
}
