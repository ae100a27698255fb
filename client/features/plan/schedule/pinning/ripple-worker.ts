import type { Placement, PlanInput } from '#shared/planning/engine/types.ts';
import { RippleFinder, type TriedPin } from './ripple.ts';

// This web worker tries appointments while the user drags a bar, so the page does not freeze.

/** A message to the worker. The first message contains the plan. Each later message contains an appointment to try. */
export type RippleRequest =
  | { readonly kind: 'plan'; readonly input: PlanInput; readonly last: readonly Placement[] }
  | { readonly kind: 'try'; readonly pin: TriedPin };

let finder: RippleFinder | null = null;

addEventListener('message', ({ data }: MessageEvent<RippleRequest>) => {
  if (data.kind === 'plan') finder = new RippleFinder(data.input, data.last);
  else if (finder) postMessage(finder.tryPin(data.pin));
});
