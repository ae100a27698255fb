import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import type { PlanNames } from '../plan-names.ts';
import type { RippleRequest } from './ripple-worker.ts';
import type { Ripple, TriedPin } from './ripple.ts';

/** A web worker that tries one appointment at a time. While it is busy, only the latest appointment waits. */
class RippleThread {
  private readonly worker = new Worker(new URL('./ripple-worker.ts', import.meta.url), { type: 'module' });
  private isReady = false;
  private isBusy = false;
  private next: TriedPin | null = null;

  constructor(onRipple: (ripple: Ripple) => void) {
    this.worker.addEventListener('message', ({ data }: MessageEvent<Ripple>) => {
      this.isBusy = false;
      onRipple(data);
      this.sendNext();
    });
  }

  private post(request: RippleRequest): void {
    this.worker.postMessage(request);
  }

  start(input: PlanInput, names: PlanNames): void {
    const lastBars = names.plan.bars.map(({ task, machine, start, end, lane }) => ({
      task,
      machine,
      start,
      end,
      lane,
    }));
    this.post({ kind: 'plan', input, last: lastBars });
    this.isReady = true;
    this.sendNext();
  }

  private sendNext(): void {
    if (!this.isReady || this.isBusy || !this.next) return;
    this.isBusy = true;
    this.post({ kind: 'try', pin: this.next });
    this.next = null;
  }

  tryPin(pin: TriedPin): void {
    this.next = pin;
    this.sendNext();
  }

  end(): void {
    this.worker.terminate();
  }
}

/**
 * Finds the effects of an appointment on the plan. The worker starts at the first call of `tryPin`, and ends when
 * another plan is shown.
 */
export function useRipple(names: PlanNames) {
  const threadRef = useRef<RippleThread | null>(null);
  const [ripple, setRipple] = useState<Ripple | null>(null);
  useEffect(
    () => () => {
      threadRef.current?.end();
      threadRef.current = null;
      setRipple(null);
    },
    [names],
  );
  const tryPin = useCallback(
    (pin: TriedPin): void => {
      // Tests run without web workers.
      if (typeof Worker === 'undefined') return;
      if (!threadRef.current) {
        const thread = new RippleThread(setRipple);
        threadRef.current = thread;
        call<PlanInput>('/mes/plan/schedule/input', { horizonDays: names.plan.days.length }).then(
          (input) => thread.start(input, names),
          (error: unknown) => {
            // The user has already seen the error. The next call of `tryPin` starts a new worker.
            if (!(error instanceof CallError)) throw error;
            thread.end();
            if (threadRef.current === thread) threadRef.current = null;
          },
        );
      }
      threadRef.current.tryPin(pin);
    },
    [names],
  );
  return { ripple, tryPin };
}
