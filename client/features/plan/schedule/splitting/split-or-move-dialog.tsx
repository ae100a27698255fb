import type { PlanBar } from '../make-gantt-model.ts';
import type { usePin } from '../pinning/use-pin.ts';
import type { PlanNames } from '../plan-names.ts';
import { MoveDialog } from './move-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

/** What is done with an operation besides giving it another time: a split over machines, or a move to another group. */
export interface SplitOrMove {
  readonly bar: PlanBar;
  readonly kind: 'split' | 'move';
}

interface Props extends SplitOrMove {
  names: PlanNames;
  pin: ReturnType<typeof usePin>;
  onClose: () => void;
}

/** Shows the dialog, and closes it once the change is made. */
export function SplitOrMoveDialog({ bar, kind, names, pin, onClose }: Props) {
  const closeIfDone = (isDone: boolean): void => {
    if (isDone) onClose();
  };
  const shared = { bar, names, isBusy: pin.busy, onClose };
  return kind === 'split' ? (
    <SplitDialog
      {...shared}
      onSplit={(seen, shares) => void pin.split(bar, names, seen, shares).then(closeIfDone)}
    />
  ) : (
    <MoveDialog {...shared} onMove={(groupId) => void pin.move(bar, names, groupId).then(closeIfDone)} />
  );
}
