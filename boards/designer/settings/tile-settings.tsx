import { Button } from '@blueprintjs/core';
import { DuplicateIcon, TrashIcon } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { getFieldLabel, number, type Field as DeclaredField, type FieldMap } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { makeInitialValues } from '#client/kit/forms/use-form.ts';
import { isTerm, useT, type Translate } from '#client/kit/words/t.ts';
import { readTileSettings } from '../../kit/read-tile-settings.ts';
import { useWidgetTranslator } from '../../kit/use-widget-translator.ts';
import type { Widget } from '../../kit/widget.ts';
import { placeTile } from '../state/arrange-tiles.ts';
import type { DesignTile } from '../state/design.ts';
import { setTileSettings } from '../state/edit-board.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useMinSizeOf } from '../use-widget-facts.ts';
import { useLiveForm } from './live-form.ts';
import { WidgetChoiceInput, WidgetTranslateContext } from './widget-choice-input.tsx';

const ignoreSubmit = () => undefined;
const MAX_CELLS = 96;
/** The place of a tile as a person reads it: columns and rows are counted from 1. */
const PLACE_FIELDS = {
  x: number({ required: true, min: 1, max: MAX_CELLS, decimals: 0, label: 'tileColumn' }),
  y: number({ required: true, min: 1, max: MAX_CELLS, decimals: 0, label: 'tileRow' }),
  w: number({ required: true, min: 1, max: MAX_CELLS, decimals: 0, label: 'tileWidth' }),
  h: number({ required: true, min: 1, max: MAX_CELLS, decimals: 0, label: 'tileHeight' }),
};
const PLACE_FORM = { fields: PLACE_FIELDS };

/** Gives the settings of a widget the titles that the widget declares. */
const addFieldTitles = (fields: FieldMap, translate: Translate): FieldMap =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, DeclaredField] => {
      const title = translate(getFieldLabel(name, field));
      if (!field.unit || isTerm(field.unit)) return [name, { ...field, title }];
      const { unit, ...others } = field;
      return [name, { ...others, title: `${title} (${translate(unit)})` }];
    }),
  );

function SettingsForm({ tile, widget, editor }: { tile: DesignTile; widget: Widget; editor: DesignEditor }) {
  const t = useT();
  const translatorOf = useWidgetTranslator();
  const translate = translatorOf(widget);
  const fields = useMemo(() => addFieldTitles(widget.settings, translate), [widget, translate]);
  const validSettings = useMemo(() => readTileSettings(widget, tile), [widget, tile]);
  const values = validSettings ?? { ...makeInitialValues(widget.settings), ...tile.settings };
  const form = useLiveForm(fields, values, (next) =>
    editor.change(
      (currentDesign) => setTileSettings(currentDesign, tile.id, widget.version, next),
      `settings ${tile.id}`,
    ),
  );
  const names = Object.keys(fields);
  if (names.length === 0) return <p className="settings-note">{t('noTileSettings')}</p>;
  return (
    <FormArea form={form} onSubmit={ignoreSubmit} className="settings-fields" label={t('tileSettings')}>
      <WidgetTranslateContext value={translate}>
        {names.map((name) => (
          <Field
            key={name}
            of={{ fields }}
            name={name}
            as={widget.inputs?.[name] ?? (fields[name]!.kind === 'choice' ? WidgetChoiceInput : undefined)}
          />
        ))}
      </WidgetTranslateContext>
    </FormArea>
  );
}

function PlaceForm({
  tile,
  widgets,
  editor,
}: {
  tile: DesignTile;
  widgets: readonly Widget[];
  editor: DesignEditor;
}) {
  const t = useT();
  const minSizeOf = useMinSizeOf(widgets);
  const { x, y, w, h } = tile;
  const values = useMemo(() => ({ x: x + 1, y: y + 1, w, h }), [x, y, w, h]);
  const form = useLiveForm(PLACE_FIELDS, values, (next) =>
    editor.change(
      (currentDesign) =>
        placeTile(currentDesign, tile.id, { ...next, x: next.x - 1, y: next.y - 1 }, minSizeOf),
      `place ${tile.id}`,
    ),
  );
  return (
    <FormArea form={form} onSubmit={ignoreSubmit} className="settings-place" label={t('tilePlaceTitle')}>
      <Field of={PLACE_FORM} name="x" />
      <Field of={PLACE_FORM} name="y" />
      <Field of={PLACE_FORM} name="w" />
      <Field of={PLACE_FORM} name="h" />
    </FormArea>
  );
}

interface Props {
  tile: DesignTile;
  title: string;
  widgets: readonly Widget[];
  editor: DesignEditor;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** Shows the settings and the place of the selected tile. Each valid input applies at once. */
export function TileSettings({ tile, title, widgets, editor, onDuplicate, onRemove }: Props) {
  const t = useT();
  const widget = widgets.find(({ type }) => type === tile.type);
  return (
    <>
      <h2>{title}</h2>
      {widget && tile.version <= widget.version ? (
        <SettingsForm key={tile.id} tile={tile} widget={widget} editor={editor} />
      ) : (
        <p className="settings-note">{t(widget ? 'tileOfNewerVersion' : 'unknownWidget', { type: title })}</p>
      )}
      <h3>{t('tilePlaceTitle')}</h3>
      <PlaceForm key={`place ${tile.id}`} tile={tile} widgets={widgets} editor={editor} />
      <div className="settings-actions">
        <Button icon={<DuplicateIcon />} text={t('duplicate')} onClick={onDuplicate} />
        <Button
          icon={<TrashIcon />}
          intent="danger"
          variant="outlined"
          text={t('remove')}
          onClick={onRemove}
        />
      </div>
    </>
  );
}
