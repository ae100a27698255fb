import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { useExtraProcesses } from '#client/production/extra-processes/use-extra-processes.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';

/** Reads the extra processes of a part that are unfinished and on which nobody works. */
export const useWaitingExtras = (partId: number, worker: IdentifiedPerson): readonly ExtraProcessWork[] =>
  useExtraProcesses(partId, worker.token).filter(
    ({ isOpen, isReversed, busyWith }) => isOpen && !isReversed && busyWith.length === 0,
  );
