import { randomUUID } from 'node:crypto';
import { WireClient, WireRefusal } from '../wire-client.ts';
import type { SimulatorClock } from './clock.ts';

/** Where a user makes calls: at a terminal, or at a desk with all permissions of the user. */
export type SessionPlace = 'terminal' | 'desk';

/** A call that the MES refused, with the error and the code of the employee who made the call. */
export interface RefusedCall {
  path: string;
  code: string;
  message: string;
  employeeCode: string;
}

export interface CrewOptions {
  /** The URL of the server. */
  url: string;
  /** Logs an employee in. @returns the token of the session */
  signIn: (employeeCode: string, place: SessionPlace) => Promise<string>;
  /** Called for each refused call. It is not called if the call is repeated because the session had ended. */
  onRefusal: (refusal: RefusedCall) => void;
}

/** The error of a call that the MES refused, for callers that cannot go on without the answer. */
export class CallRefusedError extends Error {}

/** The pause before the next try if the server could not be reached, in milliseconds. */
const RETRY_DELAY_MS = 5000;
const MAX_TRIES = 5;

/** The staff of the demonstration factory. Each employee has sessions and calls the public API. */
export class Crew {
  private readonly options: CrewOptions;
  private readonly clock: SimulatorClock;
  private readonly clients = new Map<string, Promise<WireClient>>();

  constructor(options: CrewOptions, clock: SimulatorClock) {
    this.options = options;
    this.clock = clock;
  }

  private getClient(employeeCode: string, place: SessionPlace): Promise<WireClient> {
    const key = `${place} ${employeeCode}`;
    const existingClient = this.clients.get(key);
    if (existingClient) return existingClient;
    const clientPromise = this.options.signIn(employeeCode, place).then((token) => {
      const client = new WireClient(this.options.url);
      client.token = token;
      return client;
    });
    this.clients.set(key, clientPromise);
    clientPromise.catch(() => this.clients.delete(key));
    return clientPromise;
  }

  /**
   * Makes a call as an employee. If there is no answer, the call is repeated with the same request id, up to
   * `MAX_TRIES` tries.
   * @param writes whether the call changes data and therefore needs a request id
   * @returns the answer; null if the call was refused, after `onRefusal` was called
   * @throws the error of the last try if there was no answer; AbortError when the simulator is stopped
   */
  async callAs<T>(
    employeeCode: string,
    place: SessionPlace,
    path: string,
    fields: Record<string, unknown>,
    writes = true,
  ): Promise<T | null> {
    const acceptedCall = await this.tryCall(employeeCode, place, path, fields, writes);
    return (acceptedCall?.answer ?? null) as T | null;
  }

  /**
   * Makes a call as `callAs` does. @returns the answer in an object, because it may be null; null if the call was
   * refused
   */
  private async tryCall(
    employeeCode: string,
    place: SessionPlace,
    path: string,
    fields: Record<string, unknown>,
    writes: boolean,
  ): Promise<{ answer: unknown } | null> {
    const requestId = writes ? randomUUID() : undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        const client = await this.getClient(employeeCode, place);
        return { answer: await client.call<unknown>(path, fields, requestId) };
      } catch (error) {
        if (error instanceof WireRefusal) {
          if (error.code === 'notSignedIn' && attempt < MAX_TRIES) {
            this.clients.delete(`${place} ${employeeCode}`);
            continue;
          }
          this.options.onRefusal({ path, code: error.code, message: error.message, employeeCode });
          return null;
        }
        if (attempt >= MAX_TRIES) throw error;
        await this.clock.passMs(RETRY_DELAY_MS);
      }
    }
  }

  /** Makes a call that changes data as an employee. @throws CallRefusedError, and what `callAs` throws */
  async callOrThrow<T>(
    employeeCode: string,
    place: SessionPlace,
    path: string,
    fields: Record<string, unknown>,
  ): Promise<T> {
    const acceptedCall = await this.tryCall(employeeCode, place, path, fields, true);
    if (acceptedCall === null) throw new CallRefusedError(path);
    return acceptedCall.answer as T;
  }
}
