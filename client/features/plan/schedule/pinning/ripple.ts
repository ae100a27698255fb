import { comparePlans } from '#shared/planning/engine/compare.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Conflict, Proposal } from '#shared/planning/engine/proposal.ts';
import type { Instant, Placement, PlanInput } from '#shared/planning/engine/types.ts';

/** An appointment to try, in minutes since 1970. */
export interface TriedPin {
  readonly task: number;
  readonly machine: number | null;
  readonly start: Instant;
  readonly end: Instant;
}

/** An order that would end later because of an appointment. `laterBy` is in minutes. */
export interface RippledOrder {
  readonly id: number;
  readonly laterBy: number;
  readonly isNewlyLate: boolean;
}

/** The effects of an appointment on the plan. Operations move only if they no longer fit at their places. */
export interface Ripple {
  readonly pin: TriedPin;
  /** The orders that would end later. The order that moves most comes first. */
  readonly laterOrders: readonly RippledOrder[];
  /** The number of orders that would end earlier. */
  readonly earlierCount: number;
  /** The number of other operations that would move. */
  readonly movedCount: number;
  /** The conflicts of the operation that gets the appointment. */
  readonly conflicts: readonly Conflict[];
}

const SINGLE_PASS = { seed: 1, passes: 1 };

/** Computes the effects of appointments on a plan. It computes the plan without an appointment only once. */
export class RippleFinder {
  private readonly before: Proposal;
  private readonly input: PlanInput;

  constructor(input: PlanInput, last: readonly Placement[]) {
    this.input = { ...input, last, keep: 'repair' };
    this.before = plan(this.input, SINGLE_PASS);
  }

  tryPin(pin: TriedPin): Ripple {
    const { task, machine, start, end } = pin;
    const tasks = this.input.tasks.map((candidate) =>
      candidate.id === task ? { ...candidate, pinned: { machine, start, end } } : candidate,
    );
    const after = plan({ ...this.input, tasks }, SINGLE_PASS);
    const { shifted, newlyLate, moved } = comparePlans(this.before, after);
    const newlyLateIds = new Set(newlyLate);
    return {
      pin,
      laterOrders: shifted
        .filter(({ laterBy }) => laterBy > 0)
        .map(({ id, laterBy }) => ({ id, laterBy, isNewlyLate: newlyLateIds.has(id) })),
      earlierCount: shifted.filter(({ laterBy }) => laterBy < 0).length,
      movedCount: moved.filter((move) => move.task !== task).length,
      conflicts: after.conflicts.filter((conflict) => conflict.task === task),
    };
  }
}
