import { useLayoutEffect, useMemo, useState, type CSSProperties } from 'react';
import { WallHead } from '../../kit/wall/wall-head.tsx';
import type { Widget } from '../../kit/widget.ts';
import { SURFACE_CLASSES, type BoardKind } from '../board-kind.ts';
import type { Design } from '../state/design.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { computeGridMetrics } from './grid-metrics.ts';
import { TileGrid } from './tile-grid.tsx';
import { useElementSize } from './use-element-size.ts';
import './design-stage.css';

interface Props {
  kind: BoardKind;
  editor: DesignEditor;
  widgets: readonly Widget[];
  /** The name of the board. */
  name: string;
  /** The widget that is dragged from the palette; null if none is. */
  draggedWidget: Widget | null;
  onDropped: (at: { x: number; y: number }) => void;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Measures the area of the tiles in logical pixels. The area depends on the text size, because the text size
 * determines the height of the head above the area.
 */
function useTileArea({ stage, theme }: Design) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  useLayoutEffect(() => {
    if (!element) return;
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element;
    setArea({ left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight });
  }, [element, stage, theme.text]);
  return { ref: setElement, area };
}

/** Shows the stage of a board as its viewers see it, scaled to fit. Tiles can be dragged and resized. */
export function DesignStage({ kind, editor, widgets, name, draggedWidget, onDropped }: Props) {
  const { design } = editor;
  const { stage, theme } = design;
  const container = useElementSize();
  const { ref, area } = useTileArea(design);
  const scale = Math.min(container.size.width / stage.width, container.size.height / stage.height);
  const metrics = useMemo(() => (area ? computeGridMetrics(stage, area, scale) : null), [stage, area, scale]);
  const style: CSSProperties & Record<'--text', string> = {
    inlineSize: stage.width,
    blockSize: stage.height,
    transform: `scale(${scale})`,
    '--text': `${theme.text}px`,
  };
  return (
    <div className="design-room" ref={container.ref}>
      <div
        className={`design-stage ${SURFACE_CLASSES[kind]}`}
        style={{ inlineSize: stage.width * scale, blockSize: stage.height * scale }}
      >
        <div className="stage" style={style} inert aria-hidden="true">
          {kind === 'wall' && <WallHead title={name} />}
          <div className="wall-stage-fill" ref={ref} />
        </div>
        {area && metrics && scale > 0 && (
          <div
            className="design-grid"
            style={{
              insetInlineStart: area.left * scale,
              insetBlockStart: area.top * scale,
              inlineSize: metrics.width,
              blockSize: metrics.height,
            }}
          >
            <TileGrid
              editor={editor}
              widgets={widgets}
              metrics={metrics}
              scale={scale}
              draggedWidget={draggedWidget}
              onDropped={onDropped}
            />
          </div>
        )}
      </div>
    </div>
  );
}
