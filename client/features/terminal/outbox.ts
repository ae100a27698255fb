import { createStore } from '#client/kit/state/create-store.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { requestId } from '#client/kit/wire/request-id.ts';
import { session } from '#client/kit/wire/session.ts';
import { stored } from '#client/kit/wire/stored.ts';
import { identifiedPeople } from './identified-people.ts';

/** Something that a person reported, kept on this device until the server has answered. */
interface Command {
  /** The request id: the same again is done once. */
  readonly id: string;
  readonly path: string;
  readonly fields: Record<string, unknown>;
  readonly employeeId: number;
  /** The account's token at a terminal; null for who is signed in themselves. */
  readonly token: string | null;
  /** The process that it concerns. */
  readonly processId: number;
  /** When it was pressed, by the server's clock: ISO 8601. */
  readonly at: string;
}

const KEPT = 'floor.outbox';
const RETRY_MS = 2000;
/** What says nothing of whether the server took it. */
const UNDECIDED: ReadonlySet<string> = new Set(['requestFailed', 'timedOut', 'tooManyRequests']);

interface Waiting {
  done: (answer: unknown) => void;
  failed: (error: unknown) => void;
}

const isCommand = (value: unknown): value is Command =>
  typeof (value as Command | null)?.id === 'string' && typeof (value as Command).path === 'string';

/** What could not be sent yet, and whether the line is known to be bad. */
interface OutboxState {
  readonly commands: readonly Command[];
  readonly stuck: boolean;
}

function restore(): OutboxState {
  const kept: unknown = stored.forGood.get(KEPT);
  const commands = Array.isArray(kept) ? kept.filter(isCommand) : [];
  return { commands, stuck: commands.length > 0 };
}

const state = createStore(restore());
let pumping = false;
let timer: ReturnType<typeof setTimeout> | null = null;
const waiting = new Map<string, Waiting>();

function become(next: OutboxState): void {
  state.set(next);
  stored.forGood.set(KEPT, next.commands.length > 0 ? next.commands : undefined);
}

const without = (id: string): readonly Command[] => state.get().commands.filter((one) => one.id !== id);

/** The token that a command is sent with now: that of the person, who may have been recognised anew since. */
function tokenOf(command: Command): string | null | undefined {
  if (command.token === null)
    return session.current?.user.employeeId === command.employeeId ? null : undefined;
  return identifiedPeople.all.find((one) => one.employeeId === command.employeeId)?.token;
}

/** Sends one. @returns whether the next may follow */
async function deliver(command: Command): Promise<boolean> {
  const as = tokenOf(command);
  // Nobody may send it in their place: it waits until they are recognised again.
  if (as === undefined) return true;
  try {
    const answer = await send<unknown>(command.path, command.fields, {
      id: command.id,
      as,
      shownElsewhere: ['requestFailed', 'timedOut', 'tooManyRequests'],
    });
    become({ commands: without(command.id), stuck: false });
    waiting.get(command.id)?.done(answer);
  } catch (error) {
    if (!(error instanceof CallError) || UNDECIDED.has(error.code)) {
      become({ ...state.get(), stuck: true });
      return false;
    }
    if (error.flag === 'LOGIN_VALIDATE') {
      if (as !== null) identifiedPeople.forget(as);
      return true;
    }
    become({ commands: without(command.id), stuck: false });
    waiting.get(command.id)?.failed(error);
  }
  waiting.delete(command.id);
  return true;
}

async function pump(): Promise<void> {
  if (pumping) return;
  pumping = true;
  if (timer) clearTimeout(timer);
  timer = null;
  try {
    // What is pressed meanwhile goes with it; each is tried once a round.
    const tried = new Set<string>();
    for (;;) {
      const next = state.get().commands.find((one) => !tried.has(one.id));
      if (!next) break;
      tried.add(next.id);
      if (!(await deliver(next))) break;
    }
  } finally {
    pumping = false;
  }
  if (state.get().commands.length > 0) timer ??= setTimeout(() => void pump(), RETRY_MS);
}

/** What people report goes through here: it is written down on this device first, and sent until the server answers. */
export const outbox = {
  /**
   * Reports something.
   * @returns the server's answer, however long the line is bad
   * @throws CallError where the server refuses it
   */
  submit<T>(command: Omit<Command, 'id'>): Promise<T> {
    const made: Command = { ...command, id: requestId() };
    const answered = new Promise<T>((done, failed) =>
      waiting.set(made.id, { done: done as (answer: unknown) => void, failed }),
    );
    become({ ...state.get(), commands: [...state.get().commands, made] });
    void pump();
    return answered;
  },
  /** Whether something is on its way for a process: a second press of the same button is not a second report. */
  concerns: (processId: number): boolean => state.get().commands.some((one) => one.processId === processId),
  /** Tries at once: the line may be back. */
  nudge: (): void => void pump(),
  subscribe: state.subscribe,
} as const;

/** What could not be sent yet, for components. */
export const useOutbox = (): OutboxState => state.useValue();

if (typeof window !== 'undefined') {
  window.addEventListener('online', outbox.nudge);
  // What a person left behind when the power went.
  if (state.get().commands.length > 0) void pump();
}
