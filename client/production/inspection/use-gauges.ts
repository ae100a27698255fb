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

/** The ids of the chosen gauges, by the id of their gauge kind. */
type ChosenGauges = Readonly<Record<string, number>>;

const readRememberedGauges = (name: string): ChosenGauges => {
  const stored = browserStorage.forBrowser.get(name);
  return stored && typeof stored === 'object' ? (stored as ChosenGauges) : {};
};

/** The gauges that an inspection can use, and the choice among them. */
export interface Gauges {
  /**
   * Returns the chosen gauge of a characteristic; null if the characteristic needs no gauge or no gauge is
   * chosen yet.
   */
  findChosenGauge: (characteristic: InspectedCharacteristic) => OfferedGauge | null;
  /** Whether a characteristic needs a gauge and none is chosen yet. */
  isGaugeMissing: (characteristic: InspectedCharacteristic) => boolean;
  /** Lists the gauges of the kind that a characteristic needs; undefined until the gauges are loaded. */
  listOfferedGauges: (characteristic: InspectedCharacteristic) => OfferedGauge[] | undefined;
  /** Finds the gauge whose code was scanned or typed; undefined if no offered gauge has this code. */
  findScannedGauge: (characteristic: InspectedCharacteristic, text: string) => OfferedGauge | undefined;
  /**
   * Whether the user may choose a gauge: every user may choose a fit gauge, and users with the permission
   * also an unfit gauge.
   */
  mayChoose: (gauge: OfferedGauge) => boolean;
  choose: (gauge: OfferedGauge) => void;
  /** Clears the choice, so that the user is asked again for the gauge of a characteristic. */
  forgetGauge: (characteristic: InspectedCharacteristic) => void;
}

/**
 * Reads the gauges that an inspection can use. The browser remembers the chosen gauges for the signed-in
 * account, which is a person at a desk or a terminal. If a remembered gauge is no longer fit, the user is
 * asked again.
 */
export function useGauges(detail: InspectionDetail, workerToken: string | null): Gauges {
  const user = useUser();
  const storageName = `gauges.${user.factoryId}.${user.accountId}`;
  const [rememberedGauges, setRememberedGauges] = useState(() => readRememberedGauges(storageName));
  const [gaugesChosenHere, setGaugesChosenHere] = useState<ChosenGauges>({});
  const needsGauges = detail.characteristics.some(({ gaugeKindId }) => gaugeKindId !== null);
  const { data: gauges } = useQuery({
    queryKey: queryKeys.entity('gauge', 'offered', { id: detail.id, workerToken }),
    queryFn: ({ signal }) =>
      call<OfferedGauge[]>('/mes/quality/testing/gauges', { id: detail.id }, { signal, workerToken }),
    enabled: needsGauges,
    meta: { watches: ['gauge'], pace: 2000 },
  });
  const mayUseUnfitGauge = workerToken === null && hasPermission(user, 'QUALITY_USE_UNFIT_GAUGE');

  const remember = (newGauges: ChosenGauges) => {
    setRememberedGauges(newGauges);
    browserStorage.forBrowser.set(storageName, newGauges);
  };
  const listOfferedGauges = ({ gaugeKindId }: InspectedCharacteristic) =>
    gauges?.filter((gauge) => gauge.gaugeKindId === gaugeKindId);
  const findChosenGauge = (characteristic: InspectedCharacteristic): OfferedGauge | null => {
    const key = String(characteristic.gaugeKindId);
    const id = gaugesChosenHere[key] ?? rememberedGauges[key];
    const gauge = listOfferedGauges(characteristic)?.find((candidate) => candidate.id === id);
    return gauge && (gauge.problem === null || gaugesChosenHere[key] === id) ? gauge : null;
  };
  return {
    findChosenGauge,
    isGaugeMissing: (characteristic) =>
      characteristic.gaugeKindId !== null && findChosenGauge(characteristic) === null,
    listOfferedGauges,
    findScannedGauge: (characteristic, text) => {
      const barcode = parseBarcode(text, user.factoryCode);
      if ('problem' in barcode || (barcode.type !== null && barcode.type !== 'GAUGE')) return undefined;
      return listOfferedGauges(characteristic)?.find(
        ({ code }) => code.toUpperCase() === barcode.code.toUpperCase(),
      );
    },
    mayChoose: ({ problem }) => problem === null || mayUseUnfitGauge,
    choose: ({ id, gaugeKindId }) => {
      setGaugesChosenHere((previousGauges) => ({ ...previousGauges, [gaugeKindId]: id }));
      remember({ ...rememberedGauges, [gaugeKindId]: id });
    },
    forgetGauge: ({ gaugeKindId }) => {
      const { [String(gaugeKindId)]: _id, ...otherGauges } = rememberedGauges;
      const { [String(gaugeKindId)]: _chosen, ...otherGaugesChosenHere } = gaugesChosenHere;
      setGaugesChosenHere(otherGaugesChosenHere);
      remember(otherGauges);
    },
  };
}
