import { Button } from '@blueprintjs/core';
import {
  CrossIcon,
  EyeOpenIcon,
  LockIcon,
  PinIcon,
  SplitColumnsIcon,
  SwapHorizontalIcon,
  UnlockIcon,
} from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduleMove } from '#shared/answers/schedule.ts';
import { useT } from '#client/kit/words/t.ts';
import { OperationFacts } from './bar-hint.tsx';
import { canMoveGroup, canSplit, isPinned, isRunning, type PlanBar } from './make-gantt-model.ts';
import type { OperationStates } from './operation-state-reader.ts';
import type { PlanNames } from './plan-names.ts';

export interface PinActions {
  readonly isBusy: boolean;
  /** Opens the dialog that gives the operation an appointment on a machine. */
  readonly onPin: (bar: PlanBar) => void;
  readonly onLock: (bar: PlanBar) => void;
  readonly onRelease: (bar: PlanBar) => void;
  /** Opens the dialog that splits the operation over machines. */
  readonly onSplit: (bar: PlanBar) => void;
  /** Opens the dialog that moves the operation to another group. */
  readonly onMove: (bar: PlanBar) => void;
}

interface Props {
  bar: PlanBar;
  names: PlanNames;
  /** The current states of the operations; null until they are read. */
  states: OperationStates | null;
  move: ScheduleMove | null;
  isNew: boolean;
  /** Null if the user may not change processes. */
  pinActions: PinActions | null;
  /** Whether the card takes the focus when it opens. */
  isFocused: boolean;
  onShowChain: ((orderId: number) => void) | null;
  onClose: () => void;
}

/** Shows the chosen operation, with buttons for the possible changes. */
export function OperationCard(props: Props) {
  const { bar, names, states, move, isNew, pinActions, isFocused, onShowChain, onClose } = props;
  const t = useT();
  const headRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) headRef.current?.focus();
  }, [isFocused, bar.task]);
  return (
    <section className="operation-card" aria-label={t('operationDetails')}>
      <header>
        <h2 ref={headRef} tabIndex={-1}>
          {t('operationDetails')}
        </h2>
        <Button
          variant="minimal"
          size="small"
          icon={<CrossIcon />}
          aria-label={t('dismiss')}
          onClick={onClose}
        />
      </header>
      <OperationFacts bar={bar.source} names={names} move={move} isNew={isNew} />
      <div className="operation-actions">
        {pinActions && !isRunning(bar.source, states) && (
          <>
            <Button
              icon={<PinIcon />}
              text={t('pinOperation')}
              disabled={pinActions.isBusy}
              onClick={() => pinActions.onPin(bar)}
            />
            {isPinned(bar.source, states) ? (
              <Button
                icon={<UnlockIcon />}
                text={t('releaseOperation')}
                disabled={pinActions.isBusy}
                onClick={() => pinActions.onRelease(bar)}
              />
            ) : (
              <Button
                icon={<LockIcon />}
                text={t('lockOperation')}
                title={t('lockOperationHint')}
                disabled={pinActions.isBusy}
                onClick={() => pinActions.onLock(bar)}
              />
            )}
          </>
        )}
        {pinActions && canSplit(bar.source) && (
          <Button
            icon={<SplitColumnsIcon />}
            text={t(bar.source.share ? 'changeSplitAction' : 'splitOperationAction')}
            disabled={pinActions.isBusy}
            onClick={() => pinActions.onSplit(bar)}
          />
        )}
        {pinActions && canMoveGroup(bar.source, states) && (
          <Button
            icon={<SwapHorizontalIcon />}
            text={t('moveToGroup')}
            disabled={pinActions.isBusy}
            onClick={() => pinActions.onMove(bar)}
          />
        )}
        {onShowChain && (names.orders.get(bar.order)?.lateBy ?? 0) > 0 && (
          <Button icon={<EyeOpenIcon />} text={t('showChain')} onClick={() => onShowChain(bar.order)} />
        )}
        <Link to={`/order/${bar.order}`}>{names.nameOrder(bar.order)}</Link>
      </div>
    </section>
  );
}
