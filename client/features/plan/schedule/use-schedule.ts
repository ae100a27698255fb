import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  PresentSchedule,
  ScenarioPatch,
  ScheduleKeep,
  ScheduleLevel,
  ScheduleProposal,
  ScheduleRun,
} from '#shared/answers/schedule.ts';
import type { ScheduleChange } from '#shared/answers/schedule/changes.ts';
import type { ScheduleDifference } from '#shared/answers/schedule/difference.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { Goal } from '#shared/planning/engine/types.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

const PATH = '/mes/plan/schedule';
const RUN = 'scheduleRun';
const OUTDATED: ErrorCode = 'scheduleOutdated';

/**
 * Reads the proposals and the scenarios, the newest first. While one of them is computed, the list shows its progress.
 */
export const useScheduleRuns = () =>
  useQuery({
    queryKey: queryKeys.entity(RUN, 'list'),
    queryFn: ({ signal }) => call<{ rows: ScheduleRun[] }>(`${PATH}/list`, {}, { signal }),
    select: ({ rows }) => rows,
    meta: { watches: ['plannedOperation'], pace: 300 },
  });

/** Reads the present plan. It changes only when another plan is applied. */
export const usePresentSchedule = () =>
  useQuery({
    queryKey: queryKeys.entity('plannedOperation', 'present'),
    queryFn: ({ signal }) => call<PresentSchedule>(`${PATH}/present`, {}, { signal }),
  });

/** Reads a proposal or a scenario with its whole plan. A ready plan never changes, so it is read only once. */
export const useScheduleProposal = (id: number | null) =>
  useQuery({
    queryKey: ['scheduleProposal', id],
    queryFn: ({ signal }) => call<ScheduleProposal>(`${PATH}/get`, { id }, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** Reads what has changed in the factory since a proposal was computed. */
export const useScheduleChanges = (id: number | null) =>
  useQuery({
    queryKey: ['scheduleChanges', id],
    queryFn: ({ signal }) => call<{ rows: ScheduleChange[] }>(`${PATH}/changes`, { id }, { signal }),
    select: ({ rows }) => rows,
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });

/**
 * Compares a scenario with another scenario or, if `otherId` is null, with the present plan. Ready plans never change.
 */
export const useScheduleDifference = (id: number | null, otherId: number | null) =>
  useQuery({
    queryKey: ['scheduleDifference', id, otherId],
    queryFn: ({ signal }) => call<ScheduleDifference>(`${PATH}/compare`, { id, otherId }, { signal }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export interface ComputeChoice {
  readonly keep: ScheduleKeep;
  readonly goal: Goal;
  readonly level: ScheduleLevel;
  /** The name and the changes of a scenario; both are absent for a proposal. */
  readonly name?: string;
  readonly patches?: readonly ScenarioPatch[];
}

/** Returns functions that compute, cancel, apply and delete proposals and scenarios. */
export function useScheduleCommands() {
  const queryClient = useQueryClient();
  const { busy, runRequest } = useRequestSender();
  /** The id of the proposal that the server refused to apply because the factory has changed; null if there is none. */
  const [outdatedId, setOutdatedId] = useState<number | null>(null);
  const reloadRuns = () => queryClient.invalidateQueries({ queryKey: queryKeys.entity(RUN) });

  const run = async (path: string, fields: Record<string, unknown>): Promise<boolean> => {
    let isDone = false;
    await runRequest(async () => {
      try {
        await send(`${PATH}/${path}`, fields, { codesShownElsewhere: [OUTDATED] });
        isDone = true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code === OUTDATED) setOutdatedId(Number(fields['id']));
      }
      await reloadRuns();
    });
    return isDone;
  };
  return {
    busy,
    outdatedId,
    compute: (choice: ComputeChoice) => run('compute', { ...choice }),
    cancel: (id: number) => run('cancel', { id }),
    apply: (id: number) => run('apply', { id }),
    remove: (id: number) => run('delete', { id }),
  };
}
