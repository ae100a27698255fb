import type { MissingThing } from '#shared/answers/daily-plan.ts';
import type { WaitingReason } from '#shared/ledger/waiting.ts';
import type { LineDetails } from './read-line-details.ts';
import type { ShopDevice, ShopPerson, ShopState, Span } from './read-shop-state.ts';

/** A process with one of these reasons to wait has pieces that people can work on now. */
const READY_REASONS: ReadonlySet<WaitingReason> = new Set(['start', 'receive', 'rework']);

/**
 * When people work on a line: at its planned start or, if only its day is planned, at any time in the rest of the day.
 */
export interface LineTime {
  /** Null if only the day is planned. */
  startsAt: number | null;
  /** The part of the day that is not over. */
  restOfDay: Span;
  isToday: boolean;
}

/**
 * Whether one of the spans covers the planned start of a line or, if only its day is planned, the whole rest of the
 * day.
 */
const isUnavailableAt = (spans: readonly Span[], { startsAt, restOfDay }: LineTime): boolean =>
  spans.some(([from, until]) =>
    startsAt === null ? from <= restOfDay[0] && until >= restOfDay[1] : from <= startsAt && startsAt < until,
  );

function findMissingDevice(device: ShopDevice | undefined, time: LineTime): MissingThing[] {
  if (!device) return [];
  if (device.status !== 'normal') return [{ kind: 'missingDevice', reason: device.status }];
  if (time.isToday && device.isStopped) return [{ kind: 'missingDevice', reason: 'abnormalCall' }];
  return isUnavailableAt(device.downtimes, time) ? [{ kind: 'missingDevice', reason: 'downtimes' }] : [];
}

function findMissingPeople(
  { craftId, plannedPeople }: LineDetails,
  people: readonly ShopPerson[] | undefined,
  time: LineTime,
): MissingThing[] {
  // The people of a group without listed people are unknown, so none are missing.
  if (!people || people.length === 0) return [];
  const ablePeople = people.filter((person) => person.craftId === null || person.craftId === craftId);
  const present = ablePeople.filter(
    ({ isOnJob, absences }) => isOnJob && !isUnavailableAt(absences, time),
  ).length;
  const needed = plannedPeople ?? 1;
  return present < needed ? [{ kind: 'missingPeople', needed, present }] : [];
}

/**
 * Finds what is missing to start the work of a line. Nothing is missing if somebody already works on the
 * line.
 */
export function findMissing(
  details: LineDetails,
  deviceId: number | null,
  shop: ShopState,
  time: LineTime,
): MissingThing[] {
  const { wait, workers, materials, lacksDrawing, workGroupId } = details;
  if (workers.length > 0) return [];
  return [
    ...(wait && !READY_REASONS.has(wait.for) ? [{ kind: 'missingPieces', wait } as const] : []),
    ...(materials.length > 0 ? [{ kind: 'missingMaterial', materials } as const] : []),
    ...(lacksDrawing ? [{ kind: 'missingDrawing' } as const] : []),
    ...(deviceId === null ? [] : findMissingDevice(shop.devices.get(deviceId), time)),
    ...(workGroupId === null ? [] : findMissingPeople(details, shop.peopleByGroup.get(workGroupId), time)),
  ];
}
