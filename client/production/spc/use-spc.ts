import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { InspectedFeature, InspectedPart, SpcSeries } from '#shared/quality/spc.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/**
 * What a control chart shows: the fields of the call that reads it. If the days are null, the server uses the
 * default period.
 */
export interface SpcQuery {
  partCode: string;
  craftId: number | null;
  characteristic: string | null;
  deviceId: number | null;
  from: string | null;
  to: string | null;
}

const PATH = '/mes/quality/testing/spc';

/** Reads the part codes that were inspected. */
export const useInspectedParts = () =>
  useQuery({
    queryKey: queryKeys.entity('inspection', 'spcParts'),
    queryFn: ({ signal }) => call<InspectedPart[]>(`${PATH}/parts`, {}, { signal }),
    meta: { watches: ['inspection'], pace: 10_000 },
  });

/** Reads which characteristics of a part code have been inspected. */
export const useInspectedFeatures = (partCode: string) =>
  useQuery({
    queryKey: queryKeys.entity('inspection', 'spcCharacteristics', { partCode }),
    queryFn: ({ signal }) => call<InspectedFeature[]>(`${PATH}/characteristics`, { partCode }, { signal }),
    enabled: partCode !== '',
    meta: { watches: ['sip', 'inspection'], pace: 10_000 },
  });

/** Reads the samples of a chart, and reads them again when people have measured new values. */
export const useSpcSeries = (query: SpcQuery) =>
  useQuery({
    queryKey: queryKeys.entity('inspection', 'spc', query),
    queryFn: ({ signal }) => call<SpcSeries>(PATH, { ...query }, { signal }),
    enabled: query.partCode !== '',
    placeholderData: keepPreviousData,
    meta: { watches: ['inspection', 'controlLimit'], pace: 1000 },
  });
