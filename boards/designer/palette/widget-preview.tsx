import { useEffect, useMemo, useRef, useState } from 'react';
import { DEFAULT_STAGE, DEFAULT_TEXT_SIZE_PX } from '#shared/boards/board.ts';
import type { BoardVariableValues, Widget } from '../../kit/widget.ts';
import { SURFACE_CLASSES, type BoardKind } from '../board-kind.ts';
import { LiveTile } from '../stage/live-tile.tsx';

/** The largest size of a preview, in CSS pixels. */
const PREVIEW_WIDTH_PX = 208;
const PREVIEW_HEIGHT_PX = 132;
const CELL_WIDTH_PX = DEFAULT_STAGE.width / DEFAULT_STAGE.columns;
const CELL_HEIGHT_PX = DEFAULT_STAGE.height / DEFAULT_STAGE.rows;

interface Props {
  kind: BoardKind;
  widget: Widget;
  widgets: readonly Widget[];
  variables: BoardVariableValues;
}

/**
 * Returns a ref for an element, and whether the element has ever been visible. A widget that nobody has seen
 * need not load data.
 */
function useWasSeen() {
  const ref = useRef<HTMLDivElement>(null);
  const [wasSeen, setWasSeen] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setWasSeen(true);
      observer.disconnect();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, wasSeen };
}

/** Shows a small preview of a widget in its default size, with its real data. */
export function WidgetPreview({ kind, widget, widgets, variables }: Props) {
  const { ref, wasSeen } = useWasSeen();
  const tile = useMemo(() => ({ type: widget.type, version: widget.version, settings: {} }), [widget]);
  const width = widget.size.w * CELL_WIDTH_PX;
  const height = widget.size.h * CELL_HEIGHT_PX;
  const scale = Math.min(PREVIEW_WIDTH_PX / width, PREVIEW_HEIGHT_PX / height);
  return (
    <div
      ref={ref}
      className={`widget-preview ${SURFACE_CLASSES[kind]}`}
      style={{ inlineSize: width * scale, blockSize: height * scale }}
    >
      {wasSeen && (
        <LiveTile
          tile={tile}
          widgets={widgets}
          variables={variables}
          scale={scale}
          textSizePx={DEFAULT_TEXT_SIZE_PX}
        />
      )}
    </div>
  );
}
