import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { OfferedGauge } from '#shared/quality/gauge.ts';
import type { InspectedCharacteristic, InspectionDetail } from '#shared/quality/inspection.ts';
import { parseBarcode } from '#shared/rules/barcode.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';

/** The ids of the chosen gauges, by the id of their kind. */
type ChosenGauges = Readonly<Record<string, number>>;

const readRemembered = (name: string): ChosenGauges => {
  const stored = browserStorage.forBrowser.get(name);
  return stored && typeof stored === 'object' ? (stored as ChosenGauges) : {};
};

/** The gauges with which an inspection is made. */
export interface Gauges {
  /** Returns the chosen gauge of a characteristic; null if none is asked for, or none is chosen yet. */
  findChosenGauge: (characteristic: InspectedCharacteristic) => OfferedGauge | null;
  /** Whether a characteristic asks for a gauge that is not chosen yet. */
  isMissing: (characteristic: InspectedCharacteristic) => boolean;
  /** Lists the gauges of the kind that a characteristic asks for; undefined until they are read. */
  listOfferedGauges: (characteristic: InspectedCharacteristic) => OfferedGauge[] | undefined;
  /** Finds the gauge whose code was scanned or typed; undefined if the text is no code of an offered gauge. */
  findScanned: (characteristic: InspectedCharacteristic, text: string) => OfferedGauge | undefined;
  /** Whether the user may choose a gauge: it is fit, or the user has the permission. */
  mayChoose: (gauge: OfferedGauge) => boolean;
  choose: (gauge: OfferedGauge) => void;
  /** Asks again for the gauge of a characteristic. */
  forgetGauge: (characteristic: InspectedCharacteristic) => void;
}

/**
 * Reads the gauges that an inspection can be made with, and remembers the chosen ones for the account in this browser: a
 * person at a desk, or the terminal. A remembered gauge that is no longer fit is asked for again.
 */
export function useGauges(detail: InspectionDetail, workerToken: string | null): Gauges {
  const user = useUser();
  const storageName = `gauges.${user.factoryId}.${user.accountId}`;
  const [remembered, setRemembered] = useState(() => readRemembered(storageName));
  const [chosenHere, setChosenHere] = useState<ChosenGauges>({});
  const isAsked = detail.characteristics.some(({ gaugeKindId }) => gaugeKindId !== null);
  const { data: gauges } = useQuery({
    queryKey: queryKeys.entity('gauge', 'offered', { id: detail.id, workerToken }),
    queryFn: ({ signal }) =>
      call<OfferedGauge[]>('/mes/quality/testing/gauges', { id: detail.id }, { signal, workerToken }),
    enabled: isAsked,
    meta: { watches: ['gauge'], pace: 2000 },
  });
  const mayUseUnfit = workerToken === null && hasPermission(user, 'QUALITY_USE_UNFIT_GAUGE');

  const remember = (next: ChosenGauges) => {
    setRemembered(next);
    browserStorage.forBrowser.set(storageName, next);
  };
  const listOfferedGauges = ({ gaugeKindId }: InspectedCharacteristic) =>
    gauges?.filter((gauge) => gauge.gaugeKindId === gaugeKindId);
  const findChosenGauge = (characteristic: InspectedCharacteristic): OfferedGauge | null => {
    const key = String(characteristic.gaugeKindId);
    const id = chosenHere[key] ?? remembered[key];
    const gauge = listOfferedGauges(characteristic)?.find((candidate) => candidate.id === id);
    return gauge && (gauge.problem === null || chosenHere[key] === id) ? gauge : null;
  };
  return {
    findChosenGauge,
    isMissing: (characteristic) =>
      characteristic.gaugeKindId !== null && findChosenGauge(characteristic) === null,
    listOfferedGauges,
    findScanned: (characteristic, text) => {
      const barcode = parseBarcode(text, user.factoryCode);
      if ('problem' in barcode || (barcode.type !== null && barcode.type !== 'GAUGE')) return undefined;
      return listOfferedGauges(characteristic)?.find(
        ({ code }) => code.toUpperCase() === barcode.code.toUpperCase(),
      );
    },
    mayChoose: ({ problem }) => problem === null || mayUseUnfit,
    choose: ({ id, gaugeKindId }) => {
      setChosenHere((earlier) => ({ ...earlier, [gaugeKindId]: id }));
      remember({ ...remembered, [gaugeKindId]: id });
    },
    forgetGauge: ({ gaugeKindId }) => {
      const { [String(gaugeKindId)]: _id, ...others } = remembered;
      const { [String(gaugeKindId)]: _chosen, ...othersHere } = chosenHere;
      setChosenHere(othersHere);
      remember(others);
    },
  };
}
