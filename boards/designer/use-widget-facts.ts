import { useCallback, useMemo } from 'react';
import { useWidgetTranslator } from '../kit/use-widget-translator.ts';
import type { Widget } from '../kit/widget.ts';
import type { MinSize, MinSizeOf } from './state/design.ts';

const SMALLEST_SIZE: MinSize = { minW: 1, minH: 1 };

/** Returns a function that finds a widget by its type. */
function useFindWidget(widgets: readonly Widget[]): (type: string) => Widget | undefined {
  const widgetByType = useMemo(() => new Map(widgets.map((widget) => [widget.type, widget])), [widgets]);
  return useCallback((type: string) => widgetByType.get(type), [widgetByType]);
}

/** Returns a function that finds the smallest size of a widget; one cell for an unknown widget. */
export function useMinSizeOf(widgets: readonly Widget[]): MinSizeOf {
  const findWidget = useFindWidget(widgets);
  return useCallback((type: string) => findWidget(type)?.size ?? SMALLEST_SIZE, [findWidget]);
}

/** Returns a function that gives the title of a tile: that of its widget, or the type of an unknown widget. */
export function useTileTitle(widgets: readonly Widget[]): (tile: { type: string }) => string {
  const findWidget = useFindWidget(widgets);
  const translatorOf = useWidgetTranslator();
  return useCallback(
    ({ type }: { type: string }) => {
      const widget = findWidget(type);
      return widget ? translatorOf(widget)(widget.title as never) : type;
    },
    [findWidget, translatorOf],
  );
}
