import { useId, useState, type ReactNode } from 'react';
import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useSource } from '#client/kit/live/live.ts';
import { useT } from '#client/kit/words/t.ts';
import { AgeNote } from './age-note.tsx';
import { TileBoundary } from './tile-boundary.tsx';
import { TileMessage } from './tile-card.tsx';
import { TileHeadContext } from './tile-head.ts';
import type { BoardVariableValues, Widget } from '../widget.ts';

interface Props {
  widget: Widget;
  settings: RecordValues<FieldMap>;
  variables: BoardVariableValues;
}

/** Shows a widget with its title, and with a note if its data is outdated or is still being brought up to date. */
export function Tile({ widget, settings, variables }: Props) {
  const t = useT();
  const own = useT(widget.words);
  const { path, params } = widget.source(settings, variables);
  const { rows, at, fresh, catchingUp, refused } = useSource(path, params);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const known = at !== null;
  const isOld = fresh === 'aging' || fresh === 'stale';

  let picture: ReactNode = <widget.Component settings={settings} rows={rows} known={known} />;
  if (refused && !known) picture = <TileMessage isProblem>{t(`error.${refused}` as TermKey)}</TileMessage>;
  return (
    <section className="tile" data-fresh={fresh} data-widget={widget.type} aria-labelledby={titleId}>
      <header className="tile-head">
        <h2 id={titleId} className="tile-title">
          {own(widget.title)}
        </h2>
        {isOld && <AgeNote at={at!} />}
        {!isOld && known && catchingUp && <span className="catching-up">{t('catchingUp')}</span>}
        <span className="tile-page" ref={setHead} />
      </header>
      <div className="tile-body">
        <TileBoundary instead={<TileMessage isProblem>{t('widgetFailed')}</TileMessage>}>
          <TileHeadContext value={head}>{picture}</TileHeadContext>
        </TileBoundary>
      </div>
    </section>
  );
}
