import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { FieldInput } from '#client/kit/fields/field-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import { usePicture } from './use-picture.ts';
import './places-input.css';

/** How far an arrow key moves a mark, in percent of the plan. With the Shift key it moves ten times as far. */
const KEY_STEP_PERCENT = 0.5;
const SHIFT_FACTOR = 10;

/** The place of a mark in percent of the plan. */
interface MarkPosition {
  readonly x: number;
  readonly y: number;
}
type PlaceRow = Readonly<Record<string, unknown>>;

const DIRECTION_BY_KEY: Readonly<Record<string, MarkPosition>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const limitPercent = (value: number): number => Math.round(Math.max(0, Math.min(100, value)) * 10) / 10;
const readPercent = (value: unknown): number => {
  const percent = Number(value);
  return Number.isFinite(percent) ? limitPercent(percent) : 0;
};

interface Props extends InputProps {
  /** The name of the setting that holds the file id of the plan. */
  planSetting: string;
}

/**
 * An input for the places of devices on a plan. The user drags a mark or moves it with the arrow keys. The list below
 * shows the same places as numbers.
 */
export function PlacesInput({ planSetting, ...props }: Props) {
  const t = useT();
  const form = useEnclosingForm();
  const fileId = form.values[planSetting];
  const { url } = usePicture(typeof fileId === 'number' ? fileId : null);
  const plan = useRef<HTMLDivElement>(null);
  /** The dragged mark and its position; null if none is dragged. The setting changes when the mark is dropped. */
  const [drag, setDrag] = useState<{ index: number; position: MarkPosition } | null>(null);
  const rows: readonly PlaceRow[] = Array.isArray(props.value) ? (props.value as PlaceRow[]) : [];

  const moveMark = (index: number, { x, y }: MarkPosition) =>
    props.onChange(
      rows.map((row, rowIndex) =>
        rowIndex === index ? { ...row, x: limitPercent(x), y: limitPercent(y) } : row,
      ),
    );
  const getPosition = (index: number): MarkPosition =>
    drag?.index === index
      ? drag.position
      : { x: readPercent(rows[index]!['x']), y: readPercent(rows[index]!['y']) };
  const findPosition = (event: PointerEvent): MarkPosition => {
    const { left, top, width, height } = plan.current!.getBoundingClientRect();
    return {
      x: limitPercent(((event.clientX - left) / Math.max(1, width)) * 100),
      y: limitPercent(((event.clientY - top) / Math.max(1, height)) * 100),
    };
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const direction = DIRECTION_BY_KEY[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    // Stops the event. Otherwise the designer would move the whole tile by the same key.
    event.preventDefault();
    event.stopPropagation();
    const step = KEY_STEP_PERCENT * (event.shiftKey ? SHIFT_FACTOR : 1);
    const { x, y } = getPosition(index);
    moveMark(index, { x: x + direction.x * step, y: y + direction.y * step });
  };
  const endDrag = () => {
    if (drag) moveMark(drag.index, drag.position);
    setDrag(null);
  };
  return (
    <div className="places-input">
      {url !== null && (
        <>
          <p className="settings-note">{t('dragDeviceHint')}</p>
          <div className="places-plan" ref={plan}>
            <img src={url} alt="" draggable={false} />
            {rows.map((_, index) => {
              const { x, y } = getPosition(index);
              const style: CSSProperties = { insetInlineStart: `${x}%`, insetBlockStart: `${y}%` };
              return (
                <button
                  // The rows have no id, so the index is their key.
                  key={index}
                  type="button"
                  className="places-mark"
                  style={style}
                  aria-label={`#${index + 1}: ${t('placeX')} ${x}, ${t('placeY')} ${y}`}
                  disabled={props.disabled}
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDrag({ index, position: getPosition(index) });
                  }}
                  onPointerMove={(event) => {
                    if (drag?.index === index) setDrag({ index, position: findPosition(event) });
                  }}
                  onPointerUp={endDrag}
                  onPointerCancel={() => setDrag(null)}
                  onKeyDown={(event) => moveByKey(event, index)}
                >
                  {index + 1}
                </button>
              );
            })}
          </div>
        </>
      )}
      <FieldInput {...props} />
    </div>
  );
}
