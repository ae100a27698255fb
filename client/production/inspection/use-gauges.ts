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

const readRemembered = (name: string): ChosenGauges => {
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
  isMissing: (characteristic: InspectedCharacteristic) => boolean;
  /** Lists the gauges of the kind that a characteristic needs; undefined until the gauges are loaded. */
  listOfferedGauges: (characteristic: InspectedCharacteristic) => OfferedGauge[] | undefined;
  /** Finds the gauge whose code was scanned or typed; undefined if no offered gauge has this code. */
  findScanned: (characteristic: InspectedCharacteristic, text: string) => OfferedGauge | undefined;
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
