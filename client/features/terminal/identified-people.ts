import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { session } from '#client/kit/wire/session.ts';
import { stored } from '#client/kit/wire/stored.ts';

/** Somebody who is recognised at this terminal. */
export interface IdentifiedPerson {
  /** What their calls are made with; null for the person who is signed in to this browser themselves. */
  readonly token: string | null;
  readonly employeeId: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly workGroupId: number | null;
  /** When they last did something, by this device's clock. */
  readonly usedAt: number;
}

interface People {
  readonly all: readonly IdentifiedPerson[];
  readonly current: IdentifiedPerson | null;
}

const KEPT = 'terminal.people';

/** Who is signed in to this browser, where it is no terminal. */
function signedIn(): IdentifiedPerson | null {
  const user = session.current?.user;
  if (!user || user.kind !== 'employee' || user.employeeId === null) return null;
  return { ...user, token: null, employeeId: user.employeeId, usedAt: 0 };
}

const isKept = (value: unknown): value is IdentifiedPerson =>
  typeof (value as IdentifiedPerson | null)?.token === 'string' &&
  typeof (value as IdentifiedPerson).employeeId === 'number';

function restore(): People {
  const kept: unknown = stored.forGood.get(KEPT);
  return { all: Array.isArray(kept) ? kept.filter(isKept) : [], current: null };
}

const people = createStore(restore());

function become(next: People): void {
  people.set(next);
  stored.forGood.set(KEPT, next.all.length > 0 ? next.all : undefined);
}

/** The people at this terminal: who was recognised, and who works now. */
export const identifiedPeople = {
  get all(): readonly IdentifiedPerson[] {
    return people.get().all;
  },
  subscribe: people.subscribe,
  /** Somebody showed a badge or typed a PIN: they work now. */
  take(validateKey: string, user: CurrentUser): void {
    const one: IdentifiedPerson = {
      token: validateKey,
      employeeId: user.employeeId!,
      name: user.name,
      permissions: user.permissions,
      workGroupId: user.workGroupId,
      usedAt: Date.now(),
    };
    become({
      all: [...people.get().all.filter((other) => other.employeeId !== one.employeeId), one],
      current: one,
    });
  },
  /** One touch on a name: somebody who is still recognised works now. */
  choose(employeeId: number): void {
    const found = people.get().all.find((one) => one.employeeId === employeeId);
    if (!found) return;
    const current = { ...found, usedAt: Date.now() };
    become({ all: people.get().all.map((one) => (one === found ? current : one)), current });
  },
  /** Nobody in particular works now; those who were recognised stay so. */
  stepBack(): void {
    if (people.get().current) become({ ...people.get(), current: null });
  },
  /** Somebody leaves, or the server no longer knows them. */
  forget(token: string): void {
    become({
      all: people.get().all.filter((one) => one.token !== token),
      current: people.get().current?.token === token ? null : people.get().current,
    });
  },
  /** Forgets who has done nothing for longer than the terminal keeps people. */
  sweep(keepMinutes: number): void {
    const oldest = Date.now() - keepMinutes * 60_000;
    const gone = people.get().all.filter((one) => one.usedAt < oldest);
    for (const { token } of gone) identifiedPeople.forget(token!);
  },
} as const;

/** Everybody who is recognised here. */
export const useIdentifiedPeople = (): readonly IdentifiedPerson[] =>
  useSyncExternalStore(identifiedPeople.subscribe, () => people.get().all);

/** Who works at this browser now: at a terminal who was recognised last, elsewhere who is signed in. */
export function useWorker(): IdentifiedPerson | null {
  const chosen = useSyncExternalStore(identifiedPeople.subscribe, () => people.get().current);
  const own = useSyncExternalStore(session.subscribe, ownWorker);
  return own ?? chosen;
}

let own: IdentifiedPerson | null = null;
/** The same object until somebody else signs in. */
function ownWorker(): IdentifiedPerson | null {
  const now = signedIn();
  if (now?.employeeId !== own?.employeeId || now?.name !== own?.name) own = now;
  return own;
}
