import { useMemo, type CSSProperties } from 'react';
import { number, ref } from '#shared/kernel/fields.ts';
import type { Lang, TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { PROCESS_STATES, type ProcessState } from '#shared/ledger/process-state.ts';
import { hasProcessEnded } from '#shared/ledger/waiting.ts';
import { ORDER_STATES, type OrderState } from '#shared/machines/work-order.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { DueMark } from '../kit/drawing/orders/due-mark.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { breakIntoLines, type FlowLine } from '../kit/drawing/orders/flow-lines.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildReferenceParam } from '../kit/reference-param.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './order-flow.css';

const words = {
  noFlow: ['没有可显示的工单', 'No order to show', '沒有可顯示的工單', '表示できる指図がありません'],
  noProcesses: ['工单还没有工序', 'The order has no processes yet', '工單還沒有工序', '工程がまだありません'],
  piecesHere: ['待做', 'Waiting', '待做', '待ち'],
} as const satisfies TermsByKey;

/** The width of a step in em of the tile. */
const STEP_WIDTH_EM = 7.6;
/** The width of the name of a part in em, if the tile is wide enough to have it beside the steps. */
const PART_WIDTH_EM = 6.5;
const MIN_WIDTH_WITH_PART_EM = 22;

/** The places where pieces of a process can be, with their terms, in the order of importance. */
const PIECE_PLACES = [
  ['inWork', 'inWork'],
  ['atProcess', 'piecesHere'],
  ['hold', 'hold'],
  ['reworkOpen', 'reworkOpen'],
  ['outsourced', 'outsourced'],
] as const;

interface Step {
  id: string;
  partId: string;
  part: string;
  parent: string;
  seq: number | null;
  name: string;
  state: ProcessState | null;
  good: number | null;
  target: number | null;
  people: string;
  group: string;
  dueDate: string;
  overdueDays: number;
  pieces: Readonly<Record<(typeof PIECE_PLACES)[number][0], number>>;
}
interface FlowOrder {
  code: string;
  name: string;
  customer: string;
  state: OrderState | null;
  good: number | null;
  target: number | null;
  dueDate: string;
  overdueDays: number;
}

const readStep = (row: ReportRow): Step => ({
  id: cellReaders.text(row, 'id'),
  partId: cellReaders.text(row, 'partId'),
  part: cellReaders.text(row, 'partName'),
  parent: cellReaders.text(row, 'parentName'),
  seq: cellReaders.number(row, 'seq'),
  name: cellReaders.text(row, 'name'),
  state: PROCESS_STATES.find((state) => state === row['state']) ?? null,
  good: cellReaders.number(row, 'good'),
  target: cellReaders.number(row, 'target'),
  people: cellReaders.text(row, 'people'),
  group: cellReaders.text(row, 'groupName'),
  dueDate: cellReaders.text(row, 'dueDate'),
  overdueDays: cellReaders.number(row, 'overdueDays') ?? 0,
  pieces: {
    inWork: cellReaders.number(row, 'inWork') ?? 0,
    atProcess: cellReaders.number(row, 'atProcess') ?? 0,
    hold: cellReaders.number(row, 'hold') ?? 0,
    reworkOpen: cellReaders.number(row, 'reworkOpen') ?? 0,
    outsourced: cellReaders.number(row, 'outsourced') ?? 0,
  },
});

const readOrder = (row: ReportRow): FlowOrder => ({
  code: cellReaders.text(row, 'orderCode'),
  name: cellReaders.text(row, 'name'),
  customer: cellReaders.text(row, 'customerName'),
  state: ORDER_STATES.find((state) => state === row['orderState']) ?? null,
  good: cellReaders.number(row, 'good'),
  target: cellReaders.number(row, 'target'),
  dueDate: cellReaders.text(row, 'dueDate'),
  overdueDays: cellReaders.number(row, 'overdueDays') ?? 0,
});

const isOrderRow = (row: ReportRow): boolean => cellReaders.text(row, 'orderCode') !== '';
const getPosition = (row: ReportRow): number => cellReaders.number(row, 'position') ?? 0;

/** Describes where the pieces of a process are, such as 'In work 3 · Waiting 5'. */
const describePieces = ({ pieces }: Step, lang: Lang, t: Translate<keyof typeof words>): string =>
  PIECE_PLACES.filter(([name]) => pieces[name] > 0)
    .map(([name, term]) => `${t(term)} ${formatFigure(pieces[name], lang)}`)
    .join(' · ');

function StepBox({ step, isParallel }: { step: Step; isParallel: boolean }) {
  const t = useT(words);
  const lang = useLang();
  const isOver = step.state !== null && hasProcessEnded(step.state);
  const { shape, tone } = getStateStyle(step.state ?? 'notStarted');
  const percent = step.target ? Math.min(100, ((step.good ?? 0) / step.target) * 100) : 0;
  const barStyle: CSSProperties = { inlineSize: `${percent}%` };
  const isLate = step.overdueDays > 0 && !isOver;
  return (
    <div className={`flow-step flow-${tone}${isParallel ? ' is-parallel' : ''}`} data-step={step.id}>
      <span className={`flow-name cut wall-mark wall-${tone}`}>
        <span className="wall-shape" aria-hidden="true">
          {shape}
        </span>
        <span className="visually-hidden">{step.state ? t(step.state) : UNKNOWN_VALUE_TEXT}</span>
        {step.name || UNKNOWN_VALUE_TEXT}
      </span>
      <span className="flow-figures">
        <span>
          <ChangedValue>{formatFigure(step.good, lang)}</ChangedValue>
          <span className="quiet">/{formatFigure(step.target, lang)}</span>
        </span>
        <span className="cut">{!isOver && step.people}</span>
      </span>
      <span className="flow-pieces cut quiet">
        {isLate && (
          <>
            <DueMark {...step} />{' '}
          </>
        )}
        {describePieces(step, lang, t) || (step.state && t(step.state)) || UNKNOWN_VALUE_TEXT}
      </span>
      <span className={`row-bar${isOver ? ' is-done' : isLate ? ' is-late' : ''}`} aria-hidden="true">
        <span style={barStyle} />
      </span>
    </div>
  );
}

function FlowLineRow({ line, stepsPerLine }: { line: FlowLine<Step>; stepsPerLine: number }) {
  const t = useT(words);
  const [firstStep] = line.steps as [Step];
  const style: CSSProperties = { gridTemplateColumns: `repeat(${stepsPerLine}, minmax(0, 1fr))` };
  return (
    <>
      <span className="flow-part">
        {line.isFirst && (
          <>
            <span className="cut">{firstStep.part}</span>
            {firstStep.parent !== '' && (
              <span className="cut quiet">{t('goesInto', { name: firstStep.parent })}</span>
            )}
          </>
        )}
      </span>
      <span className={`flow-steps${line.isFirst ? '' : ' is-continued'}`} style={style}>
        {line.steps.map((step, index) => (
          <StepBox
            key={step.id}
            step={step}
            isParallel={index > 0 && line.steps[index - 1]!.seq === step.seq}
          />
        ))}
      </span>
    </>
  );
}

/** Shows the steps in lines, as many side by side as fit. */
function FlowLines({ steps, pageSeconds }: { steps: readonly Step[]; pageSeconds: number }) {
  const [boxRef, size] = useBoxSize();
  const widthEm = size ? size.width / size.fontSizePx : 0;
  const hasPartBeside = widthEm >= MIN_WIDTH_WITH_PART_EM;
  const stepsPerLine = Math.max(
    1,
    Math.floor((widthEm - (hasPartBeside ? PART_WIDTH_EM : 0)) / STEP_WIDTH_EM),
  );
  const lines = useMemo(() => breakIntoLines(steps, stepsPerLine), [steps, stepsPerLine]);
  return (
    <div className="wall-table" ref={boxRef}>
      {size && (
        <PagedRows
          rows={lines}
          keyOf={({ key }) => key}
          pageSeconds={pageSeconds}
          rowClass={hasPartBeside ? 'flow-line has-part-beside' : 'flow-line'}
        >
          {(line) => <FlowLineRow line={line} stepsPerLine={stepsPerLine} />}
        </PagedRows>
      )}
    </div>
  );
}

function OrderFlowContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ orderId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const lang = useLang();
  const order = useMemo(() => rows.filter(isOrderRow).map(readOrder)[0], [rows]);
  const steps = useMemo(
    () =>
      rows
        .filter((row) => !isOrderRow(row))
        .toSorted((one, other) => getPosition(one) - getPosition(other))
        .map(readStep),
    [rows],
  );
  if (!order) return <TileMessage>{t(areRowsKnown ? 'noFlow' : 'waitingForData')}</TileMessage>;
  const doneCount = steps.filter(({ state }) => state !== null && hasProcessEnded(state)).length;
  const isOver = order.state === 'completed' || order.state === 'closed' || order.state === 'cancelled';
  return (
    <div className="wall-table flow">
      <div className="flow-head">
        <WallCode className="flow-code">{order.code}</WallCode>
        <span className="flow-order cut quiet">
          {[order.name, order.customer].filter(Boolean).join(' · ')}
        </span>
        <span className="flow-done quiet">
          {t('processesDone', { processes: steps.length, done: doneCount })}
        </span>
        <span className="flow-quantity">
          <ChangedValue>{formatFigure(order.good, lang)}</ChangedValue>
          <span className="quiet">/{formatFigure(order.target, lang)}</span>
        </span>
        <span className="flow-due">
          {order.state && (isOver || order.state === 'suspended') ? (
            <WallStateMark stateStyle={getStateStyle(order.state)}>{t(order.state)}</WallStateMark>
          ) : (
            <DueMark {...order} />
          )}
        </span>
      </div>
      {steps.length === 0 ? (
        <TileMessage>{t('noProcesses')}</TileMessage>
      ) : (
        <FlowLines steps={steps} pageSeconds={settings.pageSeconds} />
      )}
    </div>
  );
}

/**
 * Shows the processes of one order as chains, a chain for each part, with the state of each process and the places of
 * its pieces. If no order is chosen, shows the open order that is due first.
 */
export const orderFlow = defineWidget({
  type: 'orderFlow',
  version: 1,
  title: 'orderFlow',
  area: 'orders',
  words,
  size: { w: 24, h: 10, minW: 6, minH: 4 },
  settings: {
    orderId: ref('workOrder', { label: 'workOrder' }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ orderId }, { order }) => ({
    path: '/mes/form/orderFlow',
    params: buildReferenceParam('orderId', orderId, order),
  }),
  Component: OrderFlowContent,
});
