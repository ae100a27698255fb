import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { MAX_BOARD_TILES, readBoard } from '#shared/boards/board.ts';
import { useLeaveGuard } from '#client/kit/forms/use-leave-guard.ts';
import { showInfo } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import type { Widget } from '../kit/widget.ts';
import { parseContent } from '../screens/parse-content.ts';
import type { BoardKind } from './board-kind.ts';
import { DesignerBar } from './designer-bar.tsx';
import { Palette } from './palette/palette.tsx';
import { CheckDialog } from './saving/check-dialog.tsx';
import { ConflictDialog } from './saving/conflict-dialog.tsx';
import type { BoardStore } from './saving/board-store.ts';
import { toStoredBoard, useSaveBoard } from './saving/use-save-board.ts';
import { BoardSettings } from './settings/board-settings.tsx';
import { HomeSettings } from './settings/home-settings.tsx';
import { TileSettings } from './settings/tile-settings.tsx';
import { DesignStage } from './stage/design-stage.tsx';
import { useCutTiles, usePaleTiles } from './stage/use-measured-tiles.ts';
import { checkBoard, type Finding } from './state/check-board.ts';
import { toBoard } from './state/design.ts';
import { addCopies, addTile, addTileAt, removeTiles, setHomeRows } from './state/edit-board.ts';
import { useDesign } from './state/use-design.ts';
import { useDesignerKeys } from './use-designer-keys.ts';
import { useTileClipboard } from './use-tile-clipboard.ts';
import { useMinSizeOf, useTileTitle } from './use-widget-facts.ts';
import './designer.css';

interface Props {
  kind: BoardKind;
  /** The newest version of the board on the server. */
  answer: BoardAnswer;
  store: BoardStore;
  widgets: readonly Widget[];
}

const HOME_PATHS = { backPath: '/', backTerm: 'backToHome', boardPath: null } as const;
const getBoardPaths = (id: number) =>
  ({ backPath: '/boards', backTerm: 'backToBoards', boardPath: `/board/${id}` }) as const;

/** Shows the designer of a loaded board: palette, stage and settings. */
export function Designer({ kind, answer, store, widgets }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const board = useMemo(() => readBoard(parseContent(answer.content)), [answer.content]);
  const editor = useDesign(board);
  const { design, selectedIds } = editor;
  const minSizeOf = useMinSizeOf(widgets);
  const titleOf = useTileTitle(widgets);
  const [draggedWidget, setDraggedWidget] = useState<Widget | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const root = useRef<HTMLElement>(null);
  const allowLeaving = useLeaveGuard(editor.isDirty);
  const cutTileIds = useCutTiles(root);
  const lowContrastTileIds = usePaleTiles(root);
  const isHome = kind === 'home';
  const findings = useMemo(
    () => checkBoard(design, widgets, { cutTileIds, lowContrastTileIds, isWall: !isHome }),
    [design, widgets, cutTileIds, lowContrastTileIds, isHome],
  );
  const saving = useSaveBoard(answer, store, editor, findings, (id) => {
    allowLeaving();
    void navigate(`/board/${id}/edit`);
  });

  // If the user has changed nothing, the designer opens the version that somebody else has saved.
  const isBehind = answer.edition > saving.base.edition && !saving.isBusy;
  const { takeOver } = saving;
  const latestTakeOver = useRef(takeOver);
  latestTakeOver.current = takeOver;
  useEffect(() => {
    if (isBehind && !editor.isDirty) latestTakeOver.current(toStoredBoard(answer));
  }, [isBehind, editor.isDirty, answer]);

  const focusTiles = () => root.current?.querySelector<HTMLElement>('.design-tiles')?.focus();
  const removeTilesAndFocus = (ids: ReadonlySet<number>) => {
    editor.change((currentDesign) => removeTiles(currentDesign, ids));
    focusTiles();
  };
  const duplicateTiles = (ids: ReadonlySet<number>) => {
    if (ids.size === 0) return;
    const addition = addCopies(
      design,
      design.tiles.filter(({ id }) => ids.has(id)),
    );
    if (addition) editor.add(addition);
    else showInfo(t('tooManyTilesNow'));
  };
  const makeNewTile = ({ type, version }: Widget) => ({ type, version, settings: {} });
  const addWidget = (widget: Widget) => {
    const tile = makeNewTile(widget);
    // If a home page has no free place, the page gets more rows.
    const addition =
      addTile(design, tile, widget.size) ??
      (isHome ? addTile(setHomeRows(design, design.stage.rows + widget.size.h), tile, widget.size) : null);
    if (addition) editor.add(addition);
    else showInfo(t(design.tiles.length < MAX_BOARD_TILES ? 'noFreePlace' : 'tooManyTilesNow'));
  };
  const dropWidget = (cell: { x: number; y: number }) => {
    if (!draggedWidget) return;
    const addition = addTileAt(design, makeNewTile(draggedWidget), draggedWidget.size, cell);
    if (addition) editor.add(addition);
    else showInfo(t('tooManyTilesNow'));
    setDraggedWidget(null);
  };
  const showFinding = ({ tiles }: Finding) => {
    editor.select(new Set(tiles.map(({ id }) => id)));
    setIsChecking(false);
    saving.close();
  };
  const openSettings = () => {
    const firstInputSelector = '.settings-side :is(input, select, textarea, button):not(:disabled)';
    // The inputs exist only after the next render, so the focus moves in the next frame.
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(firstInputSelector)?.focus());
  };
  useDesignerKeys({
    editor,
    minSizeOf,
    save: saving.save,
    duplicate: duplicateTiles,
    remove: removeTilesAndFocus,
    openSettings,
  });
  useTileClipboard(editor, removeTilesAndFocus);

  const selectedTiles = design.tiles.filter(({ id }) => selectedIds.has(id));
  const [singleTile] = selectedTiles.length === 1 ? selectedTiles : [];
  // Users count columns and rows from 1.
  const toShownPlace = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
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
        {...(isHome ? HOME_PATHS : getBoardPaths(answer.id))}
        findings={findings}
        isBehind={isBehind}
        isBusy={saving.isBusy}
        onCheck={() => setIsChecking(true)}
        onSave={saving.save}
      />
      <Palette
        kind={kind}
        widgets={widgets}
        variables={design.variables}
        onAdd={addWidget}
        onDrag={setDraggedWidget}
      />
      <DesignStage
        kind={kind}
        editor={editor}
        widgets={widgets}
        name={answer.name}
        draggedWidget={draggedWidget}
        onDropped={dropWidget}
      />
      <section className="design-side settings-side" aria-label={t('settings')}>
        {singleTile && (
          <TileSettings
            key={singleTile.id}
            tile={singleTile}
            title={titleOf(singleTile)}
            widgets={widgets}
            editor={editor}
            onDuplicate={() => duplicateTiles(selectedIds)}
            onRemove={() => removeTilesAndFocus(selectedIds)}
          />
        )}
        {selectedTiles.length > 1 && (
          <>
            <h2>{t('tilesSelected', { count: selectedTiles.length })}</h2>
            <p className="settings-note">{t('tilesSelectedAbout')}</p>
          </>
        )}
        {selectedTiles.length === 0 &&
          (isHome ? (
            <HomeSettings editor={editor} version={saving.base.version} onLeave={allowLeaving} />
          ) : (
            <BoardSettings id={answer.id} name={answer.name} editor={editor} />
          ))}
        <p className="settings-note settings-keys">{t('designerKeys')}</p>
      </section>
      {/* The browser blocks style elements. If this id exists, the grid library does not add one. */}
      <span id="react-draggable-style-el" hidden />
      <span className="visually-hidden" role="status">
        {singleTile && t('tilePlace', { title: titleOf(singleTile), ...toShownPlace(singleTile) })}
        {selectedTiles.length > 1 && t('tilesSelected', { count: selectedTiles.length })}
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
          ownBoard={toBoard(design)}
          before={saving.base.board}
          widgets={widgets}
          isBusy={saving.isBusy}
          onTakeTheirs={() => saving.takeOver(step.theirBoard)}
          onKeepMine={() => saving.keepMine(step.theirBoard)}
          onCopy={store.canCopy ? saving.copyAsNew : undefined}
          onClose={saving.close}
        />
      )}
    </main>
  );
}
