import { getMachinesPerPerson } from '#shared/rules/report-limits.ts';
import type { FactoryCopy, ShopDevice } from './factory.ts';
import type { ListedWork } from './order-book.ts';
import type { RandomGenerator } from './random.ts';

/** The probability that a worker takes the next work of the released plan. Otherwise the worker picks any work. */
const FOLLOWS_PLAN_PROBABILITY = 0.85;
/** The number of processes from which a worker chooses. */
const MAX_CHOICES = 4;

/**
 * Chooses the next work of the released plan that has a free machine, or any of the first processes in the work list of
 * a group.
 * @param isSecondMachine whether the work is for a second machine
 * @returns the work and its machine, which can be null for manual work; null if there is no work or no free machine
 */
export function chooseWork(
  groupId: number,
  factory: Pick<FactoryCopy, 'listWork' | 'findPlannedLine' | 'masterData'>,
  random: Pick<RandomGenerator, 'pickBoolean' | 'pickOne'>,
  isSecondMachine: boolean,
): { work: ListedWork; device: ShopDevice | null } | null {
  const candidates = factory
    .listWork(groupId)
    .filter(({ process }) => !isSecondMachine || getMachinesPerPerson(process.manMachineRatio) > 1)
    .slice(0, MAX_CHOICES);
  if (candidates.length === 0) return null;
  const freeDevices = factory.masterData.devices.filter(
    (machine) => machine.groupId === groupId && machine.takenBy === null && !machine.isDown,
  );
  if (random.pickBoolean(FOLLOWS_PLAN_PROBABILITY))
    for (const work of candidates) {
      const line = factory.findPlannedLine(work.process.id);
      const device = freeDevices.find(({ id }) => id === line?.deviceId) ?? null;
      if (line && (line.deviceId === null ? work.process.manMachineRatio === null : device))
        return { work, device };
    }
  const work = random.pickOne(candidates);
  const device = freeDevices.length > 0 ? random.pickOne(freeDevices) : null;
  return device || work.process.manMachineRatio === null ? { work, device } : null;
}
