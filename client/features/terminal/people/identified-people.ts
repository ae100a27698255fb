import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { session } from '#client/kit/wire/session.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';

/** A person who is identified at this terminal. */
export interface IdentifiedPerson {
  /**
   * The token that the calls of this person use; null for the user who is signed in to this
   * browser.
   */
  readonly token: string | null;
  readonly employeeId: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly workGroupId: number | null;
  /** The time when the person last became the current worker, in milliseconds of this device's clock. */
  readonly usedAt: number;
}

interface PeopleState {
  readonly all: readonly IdentifiedPerson[];
  readonly current: IdentifiedPerson | null;
}

const PEOPLE_STORAGE_KEY = 'terminal.people';

/**
 * Returns the employee who is signed in to this browser; null if no employee is signed in, as on a
 * terminal.
 */
function findSignedInEmployee(): IdentifiedPerson | null {
  const user = session.current?.user;
  if (!user || user.kind !== 'employee' || user.employeeId === null) return null;
  return { ...user, token: null, employeeId: user.employeeId, usedAt: 0 };
}

const isStoredPerson = (value: unknown): value is IdentifiedPerson =>
  typeof (value as IdentifiedPerson | null)?.token === 'string' &&
  typeof (value as IdentifiedPerson).employeeId === 'number';

function restorePeople(): PeopleState {
  const storedValue: unknown = browserStorage.forBrowser.get(PEOPLE_STORAGE_KEY);
  return { all: Array.isArray(storedValue) ? storedValue.filter(isStoredPerson) : [], current: null };
}

const peopleStore = createStore(restorePeople());

function savePeople(next: PeopleState): void {
  peopleStore.set(next);
  browserStorage.forBrowser.set(PEOPLE_STORAGE_KEY, next.all.length > 0 ? next.all : undefined);
}

/** Stores the people who are identified at this terminal, and the current worker. */
export const identifiedPeople = {
  get all(): readonly IdentifiedPerson[] {
    return peopleStore.get().all;
  },
  subscribe: peopleStore.subscribe,
  /**
   * Adds a person who scanned a badge or typed a PIN.
   * @param becomesCurrent whether the person becomes the current worker; true by default
   */
  add(validateKey: string, user: CurrentUser, becomesCurrent = true): void {
    const person: IdentifiedPerson = {
      token: validateKey,
      employeeId: user.employeeId!,
      name: user.name,
      permissions: user.permissions,
      workGroupId: user.workGroupId,
      usedAt: Date.now(),
    };
    const { all, current } = peopleStore.get();
    savePeople({
      all: [...all.filter((other) => other.employeeId !== person.employeeId), person],
      current: becomesCurrent || current?.employeeId === person.employeeId ? person : current,
    });
  },
  /** Makes a person who is still identified the current worker. */
  choose(employeeId: number): void {
    const identifiedPerson = peopleStore.get().all.find((person) => person.employeeId === employeeId);
    if (!identifiedPerson) return;
    const current = { ...identifiedPerson, usedAt: Date.now() };
    savePeople({
      all: peopleStore.get().all.map((person) => (person === identifiedPerson ? current : person)),
      current,
    });
  },
  /** Clears the current worker. All people stay identified. */
  clearCurrent(): void {
    if (peopleStore.get().current) savePeople({ ...peopleStore.get(), current: null });
  },
  /** Removes the person with this token, for example because the server no longer accepts the token. */
  remove(token: string): void {
    savePeople({
      all: peopleStore.get().all.filter((person) => person.token !== token),
      current: peopleStore.get().current?.token === token ? null : peopleStore.get().current,
    });
  },
  /** Removes the people who last became the current worker more than this number of minutes ago. */
  removeInactive(keepMinutes: number): void {
    const minUsedAt = Date.now() - keepMinutes * 60_000;
    const inactivePeople = peopleStore.get().all.filter((person) => person.usedAt < minUsedAt);
    for (const { token } of inactivePeople) identifiedPeople.remove(token!);
  },
} as const;

/** Returns all people who are identified at this terminal. */
export const useIdentifiedPeople = (): readonly IdentifiedPerson[] =>
  useSyncExternalStore(identifiedPeople.subscribe, () => peopleStore.get().all);

/**
 * Returns the current worker: the signed-in employee, otherwise the person who was last identified or
 * chosen at this terminal. Returns null if there is no current worker.
 */
export function useCurrentWorker(): IdentifiedPerson | null {
  const chosenWorker = useSyncExternalStore(identifiedPeople.subscribe, () => peopleStore.get().current);
  const workerOfSession = useSyncExternalStore(session.subscribe, getSignedInWorker);
  return workerOfSession ?? chosenWorker;
}

let signedInWorker: IdentifiedPerson | null = null;
/**
 * Returns the signed-in employee as a worker. `useSyncExternalStore` needs the same object at each
 * call, so a new object is made only when the id or the name of the employee changes.
 */
function getSignedInWorker(): IdentifiedPerson | null {
  const currentEmployee = findSignedInEmployee();
  if (
    currentEmployee?.employeeId !== signedInWorker?.employeeId ||
    currentEmployee?.name !== signedInWorker?.name
  )
    signedInWorker = currentEmployee;
  return signedInWorker;
}
