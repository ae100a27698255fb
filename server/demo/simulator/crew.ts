import { randomUUID } from 'node:crypto';
import { WireClient, WireRefusal } from '../wire-client.ts';
import type { Clock } from './clock.ts';

/** Where somebody calls from: a terminal of the floor, or a desk with everything that they may do. */
export type Place = 'terminal' | 'desk';

/** A call that was refused. */
export interface Refusal {
  path: string;
  code: string;
  message: string;
  who: string;
}

/** What the simulator is given by the house that it runs in. */
export interface CrewOptions {
  /** Where the product answers. */
  url: string;
  /** Signs somebody of the factory in. @returns the session's key */
  signIn: (employeeCode: string, place: Place) => Promise<string>;
  /** Told of every call that was refused. */
  refused: (refusal: Refusal) => void;
}

/** How long nobody calls after the product could not be reached. */
const AWAY_MS = 5000;
const TRIES = 5;

/** Whoever works in the demonstration factory, each with a session of their own, calling over the public wire. */
export class Crew {
  private readonly options: CrewOptions;
  private readonly clock: Clock;
  private readonly clients = new Map<string, Promise<WireClient>>();

  constructor(options: CrewOptions, clock: Clock) {
    this.options = options;
    this.clock = clock;
  }

  private client(who: string, place: Place): Promise<WireClient> {
    const key = `${place} ${who}`;
    const known = this.clients.get(key);
    if (known) return known;
    const made = this.options.signIn(who, place).then((token) => {
      const client = new WireClient(this.options.url);
      client.token = token;
      return client;
    });
    this.clients.set(key, made);
    made.catch(() => this.clients.delete(key));
    return made;
  }

  /**
   * Makes a call as somebody. One that got no answer is made again under the same request id.
   * @returns null where it was refused, which is noted
   */
  async as<T>(
    who: string,
    place: Place,
    path: string,
    fields: Record<string, unknown>,
    writes = true,
  ): Promise<T | null> {
    const requestId = writes ? randomUUID() : undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        return await (await this.client(who, place)).call<T>(path, fields, requestId);
      } catch (error) {
        if (error instanceof WireRefusal) {
          if (error.code === 'notSignedIn' && attempt < TRIES) {
            this.clients.delete(`${place} ${who}`);
            continue;
          }
          this.options.refused({ path, code: error.code, message: error.message, who });
          return null;
        }
        if (attempt >= TRIES) throw error;
        await this.clock.passMs(AWAY_MS);
      }
    }
  }
}
