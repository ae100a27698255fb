import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InspectionDetail, InspectionHistory, InspectionOverview } from '#shared/quality/inspection.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { ERRORS_IN_FORM } from '../reporting/use-report.ts';

const INSPECTION_META = { watches: ['inspection', 'workReport', 'process', 'sip'], pace: 1000 };
/**
 * Some inspections become due as time passes, so the list is read again at this interval, in milliseconds.
 */
const DUE_INTERVAL_MS = 60_000;

/** Reads the open and the due inspections of one process, or of the whole factory if `processId` is null. */
export const useInspectionOverview = (processId: number | null, workerToken: string | null = null) =>
  useQuery({
    queryKey: queryKeys.entity('inspection', 'due', { processId, workerToken }),
    queryFn: ({ signal }) =>
      call<InspectionOverview>('/mes/quality/testing/due', { processId }, { signal, workerToken }),
    refetchInterval: DUE_INTERVAL_MS,
    meta: INSPECTION_META,
  });

/** Reads an inspection with its values. */
export const useInspectionDetail = (id: number, workerToken: string | null = null) =>
  useQuery({
    queryKey: queryKeys.entity('inspection', 'detail', id),
    queryFn: ({ signal }) =>
      call<InspectionDetail>('/mes/quality/testing/detail', { id }, { signal, workerToken }),
    meta: { watches: ['inspection'], pace: 500 },
  });

/** Reads the earlier results of a part code. */
export const useInspectionHistory = (partCode: string) =>
  useQuery({
    queryKey: queryKeys.entity('inspection', 'history', { partCode }),
    queryFn: ({ signal }) =>
      call<InspectionHistory>('/mes/quality/testing/history', { partCode }, { signal }),
    meta: { watches: ['inspection'], pace: 2000 },
  });

/**
 * Returns a function that sends a call about an inspection, and then reads the inspections again. If the
 * server refuses, `refusal` contains the message.
 */
export function useInspectionCall(workerToken: string | null = null) {
  const client = useQueryClient();
  const { busy, sendOnce } = useSendOnce();
  const [refusal, setRefusal] = useState<string | null>(null);
  const sendCall = async <T>(verb: string, fields: Record<string, unknown>): Promise<T | null> => {
    const answer = await sendOnce<T | null>(
      [verb, fields],
      (id) => {
        setRefusal(null);
        return send<T>(`/mes/quality/testing/${verb}`, fields, {
          id,
          workerToken,
          codesShownElsewhere: ERRORS_IN_FORM,
        });
      },
      (error) => {
        setRefusal(error.code === 'fieldsInvalid' ? (Object.values(error.fields)[0] ?? null) : error.message);
        return null;
      },
    );
    await client.invalidateQueries({ queryKey: queryKeys.entity('inspection') });
    return answer;
  };
  return { sendCall, busy, refusal };
}
