import { WIDGET_AREAS, type Widget, type WidgetArea } from '../../kit/widget.ts';

/** The widgets of an area that match the search, with their titles. */
export interface WidgetGroup {
  readonly area: WidgetArea;
  readonly entries: readonly { readonly widget: Widget; readonly title: string }[];
}

/**
 * Groups the widgets whose title, type or area contains all words of a search. Areas without such a widget are left
 * out.
 */
export function findWidgets(
  widgets: readonly Widget[],
  search: string,
  titleOf: (widget: Widget) => string,
  areaTitleOf: (area: WidgetArea) => string,
): WidgetGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return WIDGET_AREAS.map((area): WidgetGroup => {
    const entries = widgets
      .filter((widget) => widget.area === area)
      .map((widget) => ({ widget, title: titleOf(widget) }))
      .filter(({ widget, title }) => {
        const text = `${title} ${widget.type} ${areaTitleOf(area)}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
    return { area, entries };
  }).filter(({ entries }) => entries.length > 0);
}
