import { InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useT } from '#client/kit/words/t.ts';
import type { BoardVariableValues, Widget } from '../../kit/widget.ts';
import type { BoardKind } from '../board-kind.ts';
import { useTileTitle } from '../use-widget-facts.ts';
import { findWidgets } from './find-widgets.ts';
import { WidgetPreview } from './widget-preview.tsx';
import './palette.css';

interface Props {
  kind: BoardKind;
  widgets: readonly Widget[];
  variables: BoardVariableValues;
  /** Adds a widget at a free place. */
  onAdd: (widget: Widget) => void;
  /** Called with the widget that is dragged; with null when the drag ends. */
  onDrag: (widget: Widget | null) => void;
}

/** Lists the widgets by area. Each can be dragged to the stage, or added by a click or Enter. */
export function Palette({ kind, widgets, variables, onAdd, onDrag }: Props) {
  const t = useT();
  const titleOf = useTileTitle(widgets);
  const [search, setSearch] = useState('');
  const groups = findWidgets(widgets, search, titleOf, (area) => t(`widgetArea.${area}`));
  return (
    <section className="design-side palette-side" aria-label={t('widgets')}>
      <InputGroup
        leftElement={<SearchIcon className="input-icon" />}
        placeholder={t('searchWidgets')}
        aria-label={t('searchWidgets')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="palette-groups">
        {groups.map(({ area, entries }) => (
          <section key={area} aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{t(`widgetArea.${area}`)}</h2>
            <ul>
              {entries.map(({ widget, title }) => (
                <li key={widget.type}>
                  <WidgetPreview kind={kind} widget={widget} widgets={widgets} variables={variables} />
                  {/* Firefox does not drag button elements. */}
                  <div
                    role="button"
                    tabIndex={0}
                    className="palette-entry"
                    aria-label={t('addWidget', { title })}
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.setData('text/plain', title);
                      event.dataTransfer.effectAllowed = 'copy';
                      onDrag(widget);
                    }}
                    onDragEnd={() => onDrag(null)}
                    onClick={() => onAdd(widget)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' && event.key !== ' ') return;
                      event.preventDefault();
                      onAdd(widget);
                    }}
                  >
                    {title}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className="palette-nothing">{t('noWidgetFound')}</p>}
      </div>
    </section>
  );
}
