import type { PlanBar } from '../make-gantt-model.ts';
import type { usePin } from '../pinning/use-pin.ts';
import type { PlanNames } from '../plan-names.ts';
import { MoveDialog } from './move-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

/** The operation that the user wants to split over machines, or to move to another group. */
export interface SplitOrMove {
  readonly bar: PlanBar;
  readonly kind: 'split' | 'move';
}

interface Props extends SplitOrMove {
  names: PlanNames;
  pin: ReturnType<typeof usePin>;
  onClose: () => void;
}

/** Shows the dialog that splits or moves an operation. Closes the dialog after a successful change. */
export function SplitOrMoveDialog({ bar, kind, names, pin, onClose }: Props) {
  const closeIfDone = (isDone: boolean): void => {
    if (isDone) onClose();
  };
  const dialogProps = { bar, names, isBusy: pin.busy, onClose };
  return kind === 'split' ? (
    <SplitDialog
      {...dialogProps}
      onSplit={(shownSplit, shares) => void pin.split(bar, names, shownSplit, shares).then(closeIfDone)}
    />
  ) : (
    <MoveDialog {...dialogProps} onMove={(groupId) => void pin.move(bar, names, groupId).then(closeIfDone)} />
  );
}
