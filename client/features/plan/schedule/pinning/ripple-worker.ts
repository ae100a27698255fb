import type { Placement, PlanInput } from '#shared/planning/engine/types.ts';
import { RippleFinder, type TriedPin } from './ripple.ts';

// This file is the program of a thread: it tries appointments while somebody drags a bar.

/** The first message brings the plan, the others bring appointments. */
export type RippleRequest =
  | { readonly kind: 'plan'; readonly input: PlanInput; readonly last: readonly Placement[] }
  | { readonly kind: 'try'; readonly pin: TriedPin };

let finder: RippleFinder | null = null;

addEventListener('message', ({ data }: MessageEvent<RippleRequest>) => {
  if (data.kind === 'plan') finder = new RippleFinder(data.input, data.last);
  else if (finder) postMessage(finder.try(data.pin));
});
