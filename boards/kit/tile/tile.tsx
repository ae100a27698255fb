import { useId, useState, type ReactNode } from 'react';
import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { Freshness } from '#client/kit/live/freshness.ts';
import { useSource } from '#client/kit/live/live.ts';
import { useT } from '#client/kit/words/t.ts';
import { AgeNote } from './age-note.tsx';
import { DayNote } from './day-note.tsx';
import { RecordingIntervalNote } from './recording-interval-note.tsx';
import { hasShownDay } from './shown-day.ts';
import { TileBoundary } from './tile-boundary.tsx';
import { TileMessage } from './tile-card.tsx';
import { TileHeadContext } from './tile-head.ts';
import { TileParamsContext, useTileParams } from './tile-params.ts';
import type { BoardVariableValues, Widget, WidgetSource } from '../widget.ts';

interface Props {
  widget: Widget;
  settings: RecordValues<FieldMap>;
  variables: BoardVariableValues;
}

interface TileFrameProps {
  widget: Widget;
  settings: RecordValues<FieldMap>;
  freshness?: Freshness;
  /** A note about the age of the data. */
  note?: ReactNode;
  children: ReactNode;
}

/**
 * Shows the heading of a tile, with its content below. If the heading is empty, the head is shown only if there is a
 * note.
 */
function TileFrame({ widget, settings, freshness = 'fresh', note, children }: TileFrameProps) {
  const t = useT();
  const translateWidget = useT(widget.words);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const titleId = useId();
  const isOfPastDay = hasShownDay(useTileParams());
  const title = translateWidget((isOfPastDay && widget.titleOfPastDay) || widget.title);
  const heading = widget.heading ? widget.heading(settings, translateWidget, isOfPastDay) : title;
  const nameAttributes = heading === '' ? { 'aria-label': title } : { 'aria-labelledby': titleId };
  return (
    <section className="tile" data-fresh={freshness} data-widget={widget.type} {...nameAttributes}>
      {(heading !== '' || note || isOfPastDay) && (
        <header className="tile-head">
          <h2 id={titleId} className="tile-title">
            {heading}
          </h2>
          {isOfPastDay && <DayNote />}
          {note}
          <span className="tile-page" ref={setHead} />
        </header>
      )}
      <div className="tile-body">
        <TileBoundary fallback={<TileMessage isProblem>{t('widgetFailed')}</TileMessage>}>
          <TileHeadContext value={head}>{children}</TileHeadContext>
        </TileBoundary>
      </div>
    </section>
  );
}

/** Shows a widget with the rows of its source, and a note if they are outdated or still being brought up to date. */
function SourceTile({ widget, settings, source }: Omit<Props, 'variables'> & { source: WidgetSource }) {
  const t = useT();
  const view = useSource(source.path, source.params);
  const { rows, confirmedAt, freshness, isCatchingUp, refusalCode, absence, recordingIntervalSeconds } = view;
  const areRowsKnown = confirmedAt !== null;
  const isOld = freshness === 'aging' || freshness === 'stale';
  let note: ReactNode = null;
  if (isOld) note = <AgeNote confirmedAt={confirmedAt!} />;
  else if (areRowsKnown && isCatchingUp) note = <span className="catching-up">{t('catchingUp')}</span>;
  else if (recordingIntervalSeconds !== undefined)
    note = <RecordingIntervalNote seconds={recordingIntervalSeconds} />;
  if (absence)
    return (
      <TileFrame widget={widget} settings={settings}>
        <TileMessage>{t(absence)}</TileMessage>
      </TileFrame>
    );
  return (
    <TileParamsContext value={source.params}>
      <TileFrame widget={widget} settings={settings} freshness={freshness} note={note}>
        {refusalCode && !areRowsKnown ? (
          <TileMessage isProblem>{t(`error.${refusalCode}` as TermKey)}</TileMessage>
        ) : (
          <widget.Component settings={settings} rows={rows} areRowsKnown={areRowsKnown} />
        )}
      </TileFrame>
    </TileParamsContext>
  );
}

const NO_ROWS: readonly ReportRow[] = [];

/** Shows a widget with its title. A widget without a source has no rows, and its tile shows no age. */
export function Tile({ widget, settings, variables }: Props) {
  const source = widget.source?.(settings, variables) ?? null;
  if (source) return <SourceTile widget={widget} settings={settings} source={source} />;
  return (
    <TileFrame widget={widget} settings={settings}>
      <widget.Component settings={settings} rows={NO_ROWS} areRowsKnown />
    </TileFrame>
  );
}
