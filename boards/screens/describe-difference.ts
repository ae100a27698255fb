import type { BoardDifference, ValueChange } from '#shared/boards/compare-boards.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { isTerm, type Translate } from '#client/kit/words/t.ts';
import type { Widget } from '../kit/widget.ts';

/** Returns a function that translates terms, including those that the widget itself declares. */
export type WidgetTranslator = (widget: Widget | undefined) => Translate;

function describeValue(value: unknown, field: Field | undefined, t: Translate): string {
  if (value === undefined || value === null || value === '') return '—';
  if (field?.kind === 'choice' && typeof value === 'string') return t(value as never);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const describeChange = (
  { before, after }: ValueChange,
  name: string,
  field: Field | undefined,
  t: Translate,
): string =>
  t('settingChanged', {
    name,
    before: describeValue(before, field, t),
    after: describeValue(after, field, t),
  });

function describeBoardSettings(changes: readonly ValueChange[], t: Translate): string {
  const descriptions = changes.map((change) => {
    const key = `boardSetting.${change.name}`;
    return describeChange(change, isTerm(key) ? t(key) : change.name, undefined, t);
  });
  return t('difference.boardSettings', { changes: joinWords(descriptions) });
}

function describeTileSettings(
  title: string,
  changes: readonly ValueChange[],
  widget: Widget | undefined,
  t: Translate,
): string {
  const descriptions = changes.map((change) => {
    const field = widget?.settings[change.name];
    return describeChange(change, field ? getFieldTitle(change.name, field, t) : change.name, field, t);
  });
  return t('difference.tileSettings', { title, changes: joinWords(descriptions) });
}

/** Describes a difference between two versions of a board. Columns and rows are counted from 1. */
export function describeDifference(
  difference: BoardDifference,
  widgets: readonly Widget[],
  translatorOf: WidgetTranslator,
): string {
  if (difference.kind === 'boardSettings')
    return describeBoardSettings(difference.changes, translatorOf(undefined));
  const widget = widgets.find(({ type }) => type === difference.type);
  const t = translatorOf(widget);
  const title = widget ? t(widget.title as never) : difference.type;
  if (difference.kind === 'tileSettings') return describeTileSettings(title, difference.changes, widget, t);
  if ('at' in difference)
    return t(`difference.${difference.kind}`, { title, x: difference.at.x + 1, y: difference.at.y + 1 });
  const { before, after } = difference;
  return difference.kind === 'tileMoved'
    ? t('difference.tileMoved', {
        title,
        x: before.x + 1,
        y: before.y + 1,
        toX: after.x + 1,
        toY: after.y + 1,
      })
    : t('difference.tileResized', { title, w: before.w, h: before.h, toW: after.w, toH: after.h });
}
