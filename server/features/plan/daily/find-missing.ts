import type { MissingThing } from '#shared/answers/daily-plan.ts';
import type { WaitingReason } from '#shared/ledger/waiting.ts';
import type { LineDetails } from './read-line-details.ts';
import type { ShopDevice, ShopPerson, ShopState, Span } from './read-shop-state.ts';

/** Pieces that wait for these reasons can be worked on at once. */
const READY_REASONS: ReadonlySet<WaitingReason> = new Set(['start', 'receive', 'rework']);

/** When a line is worked on: at its planned start or, if only its day is planned, some time of the day that is left. */
export interface LineTime {
  /** Null if only the day is planned. */
  startsAt: number | null;
  /** The part of the day that is not over. */
  rest: Span;
  isToday: boolean;
}

/** Whether something is away when a line is worked on: at its start or, if only the day is known, for the rest of it. */
const isAway = (spans: readonly Span[], { startsAt, rest }: LineTime): boolean =>
  spans.some(([from, until]) =>
    startsAt === null ? from <= rest[0] && until >= rest[1] : from <= startsAt && startsAt < until,
  );

function findMissingDevice(device: ShopDevice | undefined, time: LineTime): MissingThing[] {
  if (!device) return [];
  if (device.status !== 'normal') return [{ kind: 'missingDevice', reason: device.status }];
  if (time.isToday && device.isStopped) return [{ kind: 'missingDevice', reason: 'abnormalCall' }];
  return isAway(device.downtimes, time) ? [{ kind: 'missingDevice', reason: 'downtimes' }] : [];
}

function findMissingPeople(
  { craftId, plannedPeople }: LineDetails,
  people: readonly ShopPerson[] | undefined,
  time: LineTime,
): MissingThing[] {
  // Nobody knows the people of a group that lists none.
  if (!people || people.length === 0) return [];
  const able = people.filter((person) => person.craftId === null || person.craftId === craftId);
  const present = able.filter(({ isOnJob, absences }) => isOnJob && !isAway(absences, time)).length;
  const needed = plannedPeople ?? 1;
  return present < needed ? [{ kind: 'missingPeople', needed, present }] : [];
}

/** Finds what keeps the work of a line from beginning. Nothing is missing where somebody works. */
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
