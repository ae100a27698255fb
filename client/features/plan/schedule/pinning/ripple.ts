import { comparePlans } from '#shared/planning/engine/compare.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import type { Conflict, Proposal } from '#shared/planning/engine/proposal.ts';
import type { Instant, Placement, PlanInput } from '#shared/planning/engine/types.ts';

/** An appointment that is tried. */
export interface TriedPin {
  readonly task: number;
  readonly machine: number | null;
  readonly start: Instant;
  readonly end: Instant;
}

/** An order that another one's appointment moves. */
export interface RippledOrder {
  readonly id: number;
  readonly laterBy: number;
  readonly isNewlyLate: boolean;
}

/** What an appointment changes while everything else stays where it is, if it still fits. */
export interface Ripple {
  readonly pin: TriedPin;
  /** Orders that end later, the latest first. */
  readonly later: readonly RippledOrder[];
  /** How many orders end earlier. */
  readonly earlierCount: number;
  /** How many other operations move. */
  readonly movedCount: number;
  /** What the appointment itself breaks. */
  readonly conflicts: readonly Conflict[];
}

const RUN = { seed: 1, passes: 1 };

/** Tries appointments on a plan. The plan without them is computed once. */
export class RippleFinder {
  private readonly before: Proposal;
  private readonly input: PlanInput;

  constructor(input: PlanInput, last: readonly Placement[]) {
    this.input = { ...input, last, keep: 'repair' };
    this.before = plan(this.input, RUN);
  }

  try(pin: TriedPin): Ripple {
    const { task, machine, start, end } = pin;
    const tasks = this.input.tasks.map((candidate) =>
      candidate.id === task ? { ...candidate, pinned: { machine, start, end } } : candidate,
    );
    const after = plan({ ...this.input, tasks }, RUN);
    const { shifted, newlyLate, moved } = comparePlans(this.before, after);
    const late = new Set(newlyLate);
    return {
      pin,
      later: shifted
        .filter(({ laterBy }) => laterBy > 0)
        .map(({ id, laterBy }) => ({ id, laterBy, isNewlyLate: late.has(id) })),
      earlierCount: shifted.filter(({ laterBy }) => laterBy < 0).length,
      movedCount: moved.filter((move) => move.task !== task).length,
      conflicts: after.conflicts.filter((conflict) => conflict.task === task),
    };
  }
}
