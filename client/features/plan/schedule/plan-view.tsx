import { useCallback, useMemo, useState } from 'react';
import type { ScheduleComparison, ScheduleMove } from '#shared/answers/schedule.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { OperationFacts } from './bar-hint.tsx';
import type { DragTarget, GanttModel } from './chart/gantt-model.ts';
import type { BarPlace, GanttAxis, GanttRow } from './chart/gantt-rows.ts';
import { listLocalDays } from './chart/gantt-view.ts';
import { Gantt } from './chart/gantt.tsx';
import {
  isRunning,
  findHighlightedChain,
  makeBars,
  makeLookReader,
  makePlanRows,
  type PlanBar,
} from './make-gantt-model.ts';
import { OperationCard, type PinActions } from './operation-card.tsx';
import { PlanLoad } from './plan-load.tsx';
import type { PlanNames } from './plan-names.ts';
import { PlanSide } from './plan-side.tsx';
import { PlanTable } from './plan-table.tsx';
import { PlanTools } from './plan-tools.tsx';
import { PinDialog } from './pinning/pin-dialog.tsx';
import { PinOutcome } from './pinning/pin-outcome.tsx';
import { SplitOrMoveDialog, type SplitOrMove } from './splitting/split-or-move-dialog.tsx';
import { computePinnedSpan } from './pinning/pinned-span.ts';
import { useOperationStates } from './use-operation-states.ts';
import { useRipple } from './pinning/use-ripple.ts';
import { formatSpan } from './plan-words.ts';
import type { usePin } from './pinning/use-pin.ts';
import type { PlanSettings } from './use-plan-settings.ts';

/**
 * Returns the machine on which a bar would run after a drop: the machine of the row or, if rows are not machines, its
 * own.
 */
const findDropMachine = (axis: GanttAxis, { subject }: GanttRow, bar: PlanBar): number | null =>
  axis === 'device' && subject.id !== null && bar.machine !== null ? subject.id : bar.machine;

interface Props {
  names: PlanNames;
  /** The present plan, to compare the shown plan with; null if there is none, or if `names` is the present plan. */
  presentNames: PlanNames | null;
  comparison: ScheduleComparison | null;
  settings: PlanSettings;
  /** Null if the user may not change processes. */
  pin: ReturnType<typeof usePin> | null;
  onChange: (changes: Partial<PlanSettings>) => void;
}

const MINUTE_MS = 60_000;
/** How long before the start of the plan the chart begins, in minutes. Running operations began in this time. */
const PAST_MINUTES = 24 * 60;
import './plan-view.css';

/** The operation whose appointment the user is setting. */
interface Pinning {
  readonly bar: PlanBar;
  /** Where a drag has dropped the operation; absent if the user pressed a button. */
  readonly target?: { readonly machineId: number | null; readonly start: number };
}

/**
 * Shows a plan as a chart, as a table or by its load. Beside it are the chosen operation and the problems of the plan.
 */
export function PlanView({ names, presentNames, comparison, settings, pin, onChange }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const now = Math.floor(useServerTime(MINUTE_MS) / MINUTE_MS);
  const { plan } = names;
  const { form, axis, colouring, groupId, chainOrderId } = settings;
  const [activeOperation, setActiveOperation] = useState<{ task: number; isFocused: boolean } | null>(null);
  const { ripple, tryPin } = useRipple(names);
  const [dragged, setDragged] = useState<DragTarget<PlanBar> | null>(null);
  const showChain = useCallback(
    (orderId: number | null) => onChange({ chainOrderId: orderId, form: 'planAsChart' }),
    [onChange],
  );
  const showTask = useCallback((task: number) => setActiveOperation({ task, isFocused: false }), []);
  const [pinning, setPinning] = useState<Pinning | null>(null);
  const [openDialog, setOpenDialog] = useState<SplitOrMove | null>(null);
  const bars = useMemo(() => makeBars(names), [names]);
  const presentBars = useMemo(() => (presentNames ? makeBars(presentNames) : []), [presentNames]);
  const unassignedTitle = t(axis === 'device' ? 'withoutMachine' : 'withoutGroup');
  const rows = useMemo(
    () => makePlanRows(axis, names, bars, presentBars, groupId, unassignedTitle),
    [axis, names, bars, presentBars, groupId, unassignedTitle],
  );
  const states = useOperationStates();
  const readLook = useMemo(() => makeLookReader(names, colouring), [names, colouring]);
  const getLook = useCallback((bar: PlanBar) => readLook(bar, states), [readLook, states]);
  const chain = useMemo(() => findHighlightedChain(rows, names, chainOrderId), [rows, names, chainOrderId]);
  const until = useMemo(
    () => bars.reduce((latest, { end }) => Math.max(latest, end), plan.now + PAST_MINUTES) + 240,
    [bars, plan],
  );
  const from = plan.now - PAST_MINUTES;
  const days = useMemo(() => listLocalDays(from, until, zone), [from, until, zone]);
  const activeBar = activeOperation && (bars.find(({ task }) => task === activeOperation.task) ?? null);
  const mayPin = pin !== null;
  const model = useMemo(
    (): GanttModel<PlanBar> => ({
      rows,
      days,
      zone,
      now,
      fenceEnd: plan.fenceEnd,
      from,
      until,
      getLook,
      litTasks: chain?.tasks ?? null,
      links: chain?.links ?? [],
      shownSpan: chain?.span ?? null,
      activeTask: activeOperation?.task ?? null,
      canMove: ({ source }) => mayPin && !isRunning(source, states),
      getEnd: ({ bar, rowIndex, start }) =>
        computePinnedSpan(names, bar, findDropMachine(axis, rows[rowIndex]!, bar), start).end,
    }),
    [rows, days, zone, now, plan, from, until, getLook, chain, activeOperation, mayPin, names, axis, states],
  );
  const moves = useMemo(
    () => new Map<number, ScheduleMove>(comparison?.moved.map((move) => [move.processId, move])),
    [comparison],
  );
  const newTasks = useMemo(() => new Set(comparison?.newlyPlaced), [comparison]);
  const newlyLateIds = useMemo(() => new Set(comparison?.newlyLate), [comparison]);
  const factsOf = (task: number) => ({ move: moves.get(task) ?? null, isNew: newTasks.has(task) });
  const renderHint = ({ bar, isInPresentPlan }: BarPlace<PlanBar>) => (
    <>
      {isInPresentPlan && <p className="bar-present">{t('presentPlace')}</p>}
      <OperationFacts
        bar={bar.source}
        names={isInPresentPlan && presentNames ? presentNames : names}
        move={isInPresentPlan ? null : factsOf(bar.task).move}
        isNew={!isInPresentPlan && factsOf(bar.task).isNew}
      />
    </>
  );
  const activate = (bar: PlanBar | null, isFocused = false): void =>
    setActiveOperation(bar && { task: bar.task, isFocused });
  const findTargetMachine = ({ bar, rowIndex }: DragTarget<PlanBar>): number | null =>
    findDropMachine(axis, rows[rowIndex]!, bar);
  const dragBar = (target: DragTarget<PlanBar> | null): void => {
    setDragged(target);
    if (!target) return;
    const machine = findTargetMachine(target);
    const { start, end } = computePinnedSpan(names, target.bar, machine, target.start);
    tryPin({ task: target.bar.task, machine, start, end });
  };
  const describeBar = (bar: PlanBar): string =>
    [names.nameTask(bar.task), names.nameMachine(bar.machine), formatSpan(bar.start, bar.end, zone)].join(
      ', ',
    );
  const pinActions: PinActions | null = pin && {
    isBusy: pin.busy,
    onPin: (bar) => setPinning({ bar }),
    onLock: (bar) => void pin.lock(bar, names),
    onRelease: (bar) => void pin.release(bar, names),
    onSplit: (bar) => setOpenDialog({ bar, kind: 'split' }),
    onMove: (bar) => setOpenDialog({ bar, kind: 'move' }),
  };
  return (
    <div className="schedule-body">
      <div className="schedule-main">
        {form === 'planAsChart' && (
          <Gantt
            model={model}
            tools={
              <PlanTools
                axis={axis}
                colouring={colouring}
                groupId={groupId}
                names={names}
                hasPresentPlan={presentNames !== null}
                onAxis={(next) => onChange({ axis: next })}
                onColouring={(next) => onChange({ colouring: next })}
                onGroup={(next) => onChange({ groupId: next })}
              />
            }
            renderHint={renderHint}
            activeText={activeBar ? describeBar(activeBar) : ''}
            onActivate={(bar) => activate(bar)}
            onOpen={(bar) => activate(bar, true)}
            onDrag={dragBar}
            onDrop={(target) => {
              setDragged(null);
              setPinning({
                bar: target.bar,
                target: { machineId: findTargetMachine(target), start: target.start },
              });
            }}
          />
        )}
        {dragged && (
          <div className="pin-drag" aria-hidden="true">
            <p className="bar-title">
              <strong>{names.nameTask(dragged.bar.task)}</strong>
            </p>
            <PinOutcome
              bar={dragged.bar}
              names={names}
              bars={bars}
              machineId={findTargetMachine(dragged)}
              span={computePinnedSpan(names, dragged.bar, findTargetMachine(dragged), dragged.start)}
              ripple={ripple}
            />
          </div>
        )}
        {form === 'planAsTable' && (
          <PlanTable
            names={names}
            bars={bars}
            states={states}
            activeTask={activeOperation?.task ?? null}
            onActivate={(bar) => activate(bar, true)}
            actions={pinActions}
          />
        )}
        {form === 'planLoad' && <PlanLoad names={names} groupId={groupId} />}
      </div>
      <div className="schedule-beside">
        {activeBar && (
          <OperationCard
            bar={activeBar}
            names={names}
            states={states}
            {...factsOf(activeBar.task)}
            pinActions={pinActions}
            isFocused={activeOperation?.isFocused ?? false}
            onShowChain={(orderId) => onChange({ chainOrderId: orderId })}
            onClose={() => setActiveOperation(null)}
          />
        )}
        <PlanSide
          names={names}
          newlyLateIds={newlyLateIds}
          chainOrderId={chain ? chainOrderId : null}
          onShowChain={showChain}
          onShowTask={showTask}
        />
      </div>
      {pin && pinning && (
        <PinDialog
          {...pinning}
          names={names}
          bars={bars}
          isBusy={pin.busy}
          ripple={ripple}
          tryPin={tryPin}
          onPin={(machineId, span) =>
            void pin.pin(pinning.bar, names, machineId, span).then((isDone) => isDone && setPinning(null))
          }
          onClose={() => setPinning(null)}
        />
      )}
      {pin && openDialog && (
        <SplitOrMoveDialog {...openDialog} names={names} pin={pin} onClose={() => setOpenDialog(null)} />
      )}
    </div>
  );
}
