import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BoardAnswer } from '#shared/answers/board.ts';
import { MAX_BOARD_TILES, readBoard } from '#shared/boards/board.ts';
import { useLeaveGuard } from '#client/kit/forms/use-leave-guard.ts';
import { showInfo } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import type { Widget } from '../kit/widget.ts';
import { parseContent } from '../screens/parse-content.ts';
import { DesignerBar } from './designer-bar.tsx';
import { Palette } from './palette/palette.tsx';
import { CheckDialog } from './saving/check-dialog.tsx';
import { ConflictDialog } from './saving/conflict-dialog.tsx';
import { toStoredBoard, useSaveBoard } from './saving/use-save-board.ts';
import { BoardSettings } from './settings/board-settings.tsx';
import { TileSettings } from './settings/tile-settings.tsx';
import { DesignStage } from './stage/design-stage.tsx';
import { useCutTiles } from './stage/use-cut-tiles.ts';
import { checkBoard, type Finding } from './state/check-board.ts';
import { toBoard } from './state/design.ts';
import { addCopies, addTile, addTileAt, removeTiles } from './state/edit-board.ts';
import { useDesign } from './state/use-design.ts';
import { useDesignerKeys } from './use-designer-keys.ts';
import { useTileClipboard } from './use-tile-clipboard.ts';
import { useMinSizeOf, useTileTitle } from './use-widget-facts.ts';
import './designer.css';

interface Props {
  /** The newest version of the board on the server. */
  answer: BoardAnswer;
  widgets: readonly Widget[];
}

/** The designer of a board that is loaded: palette, stage and settings. */
export function Designer({ answer, widgets }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const board = useMemo(() => readBoard(parseContent(answer.content)), [answer.content]);
  const editor = useDesign(board);
  const { design, selected } = editor;
  const minSizeOf = useMinSizeOf(widgets);
  const titleOf = useTileTitle(widgets);
  const [dragged, setDragged] = useState<Widget | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const root = useRef<HTMLElement>(null);
  const letLeave = useLeaveGuard(editor.isDirty);
  const cut = useCutTiles(root);
  const findings = useMemo(() => checkBoard(design, widgets, cut), [design, widgets, cut]);
  const saving = useSaveBoard(answer, editor, findings, (id) => {
    letLeave();
    void navigate(`/board/${id}/edit`);
  });

  // Without own changes, the designer shows what somebody else has saved.
  const isBehind = answer.edition > saving.base.edition && !saving.isBusy;
  const { takeOver } = saving;
  const follow = useRef(takeOver);
  follow.current = takeOver;
  useEffect(() => {
    if (isBehind && !editor.isDirty) follow.current(toStoredBoard(answer));
  }, [isBehind, editor.isDirty, answer]);

  const focusTiles = () => root.current?.querySelector<HTMLElement>('.design-tiles')?.focus();
  const remove = (ids: ReadonlySet<number>) => {
    editor.change((now) => removeTiles(now, ids));
    focusTiles();
  };
  const duplicate = (ids: ReadonlySet<number>) => {
    if (ids.size === 0) return;
    const addition = addCopies(
      design,
      design.tiles.filter(({ id }) => ids.has(id)),
    );
    if (addition) editor.add(addition);
    else showInfo(t('tooManyTilesNow'));
  };
  const describeNewTile = ({ type, version }: Widget) => ({ type, version, settings: {} });
  const add = (widget: Widget) => {
    const addition = addTile(design, describeNewTile(widget), widget.size);
    if (addition) editor.add(addition);
    else showInfo(t(design.tiles.length < MAX_BOARD_TILES ? 'noFreePlace' : 'tooManyTilesNow'));
  };
  const drop = (at: { x: number; y: number }) => {
    if (!dragged) return;
    const addition = addTileAt(design, describeNewTile(dragged), dragged.size, at);
    if (addition) editor.add(addition);
    else showInfo(t('tooManyTilesNow'));
    setDragged(null);
  };
  const showFinding = ({ tiles }: Finding) => {
    editor.select(new Set(tiles.map(({ id }) => id)));
    setIsChecking(false);
    saving.close();
  };
  const openSettings = () => {
    const first = '.settings-side :is(input, select, textarea, button):not(:disabled)';
    // The settings of the tile are rendered after the key press.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(first)?.focus());
  };
  useDesignerKeys({ editor, minSizeOf, save: saving.save, duplicate, remove, openSettings });
  useTileClipboard(editor, remove);

  const chosen = design.tiles.filter(({ id }) => selected.has(id));
  const [single] = chosen.length === 1 ? chosen : [];
  const placeOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
    x: x + 1,
    y: y + 1,
    w,
    h,
  });
  const { step } = saving;
  return (
    <main className="designer" ref={root}>
      <DesignerBar
        editor={editor}
        name={answer.name}
        shownAt={`/board/${answer.id}`}
        findings={findings}
        isBehind={isBehind}
        isBusy={saving.isBusy}
        onCheck={() => setIsChecking(true)}
        onSave={saving.save}
      />
      <Palette widgets={widgets} variables={design.variables} onAdd={add} onDrag={setDragged} />
      <DesignStage editor={editor} widgets={widgets} name={answer.name} dragged={dragged} onDropped={drop} />
      <section className="design-side settings-side" aria-label={t('settings')}>
        {single && (
          <TileSettings
            key={single.id}
            tile={single}
            title={titleOf(single)}
            widgets={widgets}
            editor={editor}
            onDuplicate={() => duplicate(selected)}
            onRemove={() => remove(selected)}
          />
        )}
        {chosen.length > 1 && (
          <>
            <h2>{t('tilesSelected', { count: chosen.length })}</h2>
            <p className="settings-note">{t('tilesSelectedAbout')}</p>
          </>
        )}
        {chosen.length === 0 && <BoardSettings editor={editor} />}
        <p className="settings-note settings-keys">{t('designerKeys')}</p>
      </section>
      {/* The grid library adds a style element unless there is an element with this id, and the browser refuses that. */}
      <span id="react-draggable-style-el" hidden />
      <span className="visually-hidden" role="status">
        {single && t('tilePlace', { title: titleOf(single), ...placeOf(single) })}
        {chosen.length > 1 && t('tilesSelected', { count: chosen.length })}
      </span>
      {(isChecking || step?.kind === 'check') && (
        <CheckDialog
          findings={step?.kind === 'check' ? step.findings : findings}
          widgets={widgets}
          onShow={showFinding}
          onSave={step?.kind === 'check' ? saving.saveAnyway : undefined}
          onClose={() => {
            setIsChecking(false);
            saving.close();
          }}
        />
      )}
      {step?.kind === 'conflict' && (
        <ConflictDialog
          conflict={step.conflict}
          mine={toBoard(design)}
          before={saving.base.board}
          widgets={widgets}
          isBusy={saving.isBusy}
          onTakeTheirs={() => saving.takeOver(step.theirs)}
          onKeepMine={() => saving.keepMine(step.theirs)}
          onCopy={saving.copyAsNew}
          onClose={saving.close}
        />
      )}
    </main>
  );
}
