import { Button, ButtonGroup } from '@blueprintjs/core';
import { ZoomInIcon, ZoomOutIcon } from '@blueprintjs/icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { theme } from '#client/kit/look/theme.ts';
import { useT } from '#client/kit/words/t.ts';
import { GanttController, ZOOM_FACTOR } from './gantt-controller.ts';
import type { DragTarget, GanttModel } from './gantt-model.ts';
import { handleGanttKey, listenToPointers } from './gantt-input.ts';
import { readPalette } from './gantt-palette.ts';
import { getTotalHeight, type BarPlace, type GanttBar } from './gantt-rows.ts';
import { HEAD_PX } from './gantt-scene.ts';
import './gantt.css';

interface Props<B extends GanttBar> {
  model: GanttModel<B>;
  /** The inputs and the legend beside the zoom buttons. */
  tools: ReactNode;
  /** Renders the description of a bar, which is shown beside the pointer. */
  renderHint: (place: BarPlace<B>) => ReactNode;
  /** The text with which screen readers announce the active bar; empty if no bar is active. */
  activeText: string;
  onActivate: (bar: B | null) => void;
  onOpen: (bar: B) => void;
  onDrag: (target: DragTarget<B> | null) => void;
  onDrop: (target: DragTarget<B>) => void;
}

const HINT_WIDTH_PX = 320;

/** The bar under the pointer, the position of the pointer, and the size of the chart, in pixels. */
interface Hint<B extends GanttBar> {
  readonly place: BarPlace<B>;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the operations of a plan as bars on a canvas, because tens of thousands of HTML elements would be too slow. For
 * screen readers, `PlanTable` shows the same operations.
 */
export function Gantt<B extends GanttBar>(props: Props<B>) {
  const { model, tools, renderHint, activeText } = props;
  const t = useT();
  const id = useId();
  const isDark = theme.useIsDark();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const marksCanvasRef = useRef<HTMLCanvasElement>(null);
  const scrollerRef = useRef<HTMLDivElement>(null);
  const controllerRef = useRef<GanttController<B> | null>(null);
  const latestProps = useRef(props);
  latestProps.current = props;
  const [hint, setHint] = useState<Hint<B> | null>(null);

  useEffect(() => {
    const canvas = canvasRef.current!;
    const scroller = scrollerRef.current!;
    const controller = new GanttController<B>(canvas, marksCanvasRef.current!, scroller, {
      onHover: (place, x, y) =>
        setHint(place && { place, x, y, width: scroller.clientWidth, height: scroller.clientHeight }),
      onActivate: (bar) => latestProps.current.onActivate(bar),
      onOpen: (bar) => latestProps.current.onOpen(bar),
      onDrag: (target) => latestProps.current.onDrag(target),
      onDrop: (target) => latestProps.current.onDrop(target),
    });
    controllerRef.current = controller;
    const stopListening = listenToPointers(canvas, controller);
    const onScroll = (): void => controller.requestDraw();
    scroller.addEventListener('scroll', onScroll);
    const observer = new ResizeObserver(() => controller.resize(scroller.clientWidth, scroller.clientHeight));
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      stopListening();
      controller.dispose();
      controllerRef.current = null;
    };
  }, []);
  useEffect(() => {
    setHint(null);
    controllerRef.current?.setModel(model);
  }, [model]);
  useEffect(() => {
    controllerRef.current?.setPalette(readPalette(canvasRef.current!));
  }, [isDark]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !controllerRef.current) return;
    if (handleGanttKey(controllerRef.current, event)) event.preventDefault();
  };
  return (
    <div className="gantt">
      <div className="gantt-tools">
        {tools}
        <ButtonGroup className="gantt-zoom">
          <Button
            icon={<ZoomInIcon />}
            aria-label={t('zoomIn')}
            title={`${t('zoomIn')} (+)`}
            onClick={() => controllerRef.current?.zoom(ZOOM_FACTOR)}
          />
          <Button
            icon={<ZoomOutIcon />}
            aria-label={t('zoomOut')}
            title={`${t('zoomOut')} (−)`}
            onClick={() => controllerRef.current?.zoom(1 / ZOOM_FACTOR)}
          />
          <Button text={t('showNow')} onClick={() => controllerRef.current?.showNow()} />
          <Button text={t('showWholePlan')} onClick={() => controllerRef.current?.showAll()} />
        </ButtonGroup>
      </div>
      <div className="gantt-frame">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the chart is operated by keys */}
        <div
          ref={scrollerRef}
          className="gantt-scroller"
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the chart is operated by keys
          tabIndex={0}
          aria-label={t('ganttChart')}
          aria-describedby={`${id}-keys`}
          onKeyDown={onKeyDown}
        >
          <div className="gantt-space" style={{ blockSize: getTotalHeight(model.rows) + HEAD_PX }}>
            <div className="gantt-layers">
              <canvas ref={canvasRef} className="gantt-canvas" aria-hidden="true" />
              <canvas ref={marksCanvasRef} className="gantt-canvas gantt-marks" aria-hidden="true" />
            </div>
          </div>
        </div>
        {hint && (
          <div
            className="gantt-hint"
            style={{
              insetInlineStart: Math.max(8, Math.min(hint.x + 16, hint.width - HINT_WIDTH_PX)),
              // If the pointer is in the lower half of the chart, the hint is above the pointer.
              ...(hint.y > hint.height / 2
                ? { insetBlockEnd: hint.height - hint.y + 16 }
                : { insetBlockStart: hint.y + 24 }),
            }}
          >
            {renderHint(hint.place)}
          </div>
        )}
      </div>
      <p id={`${id}-keys`} className="visually-hidden">
        {t('ganttKeys')}
      </p>
      <p className="visually-hidden" role="status">
        {activeText}
      </p>
    </div>
  );
}
