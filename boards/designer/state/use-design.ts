import { useMemo, useReducer } from 'react';
import type { LoadedBoard } from '#shared/boards/board.ts';
import { openDesign, toBoard, type Design } from './design.ts';
import type { BoardWithAddedTiles } from './edit-board.ts';
import { beginHistory, endGesture, recordStep, redoStep, undoStep, type History } from './history.ts';

type TileIds = ReadonlySet<number>;
const NO_IDS: TileIds = new Set();

interface DesignState {
  readonly history: History<Design>;
  readonly selectedIds: TileIds;
  /** The JSON text of the board as it is stored. */
  readonly savedJson: string;
}

type DesignAction =
  | { kind: 'change'; change: (design: Design) => Design; gesture: string | null }
  | { kind: 'add'; addition: BoardWithAddedTiles }
  | { kind: 'select'; ids: TileIds }
  | { kind: 'undo' | 'redo' }
  | { kind: 'open'; board: LoadedBoard }
  | { kind: 'saved'; text: string };

const serializeDesign = (design: Design): string => JSON.stringify(toBoard(design));

const makeInitialState = (board: LoadedBoard): DesignState => {
  const design = openDesign(board);
  return { history: beginHistory(design), selectedIds: NO_IDS, savedJson: serializeDesign(design) };
};

/** Replaces the history, and deselects the tiles that no longer exist. */
function replaceHistory(state: DesignState, history: History<Design>): DesignState {
  const { tiles } = history.present;
  const selectedIds = new Set(tiles.map(({ id }) => id).filter((id) => state.selectedIds.has(id)));
  return { ...state, history, selectedIds };
}

function changeState(state: DesignState, action: DesignAction): DesignState {
  const { history } = state;
  switch (action.kind) {
    case 'change':
      return replaceHistory(state, recordStep(history, action.change(history.present), action.gesture));
    case 'add':
      return {
        ...state,
        history: recordStep(history, action.addition.design),
        selectedIds: action.addition.addedIds,
      };
    case 'select':
      return { ...state, history: endGesture(history), selectedIds: action.ids };
    case 'undo':
      return replaceHistory(state, undoStep(history));
    case 'redo':
      return replaceHistory(state, redoStep(history));
    case 'open':
      return makeInitialState(action.board);
    case 'saved':
      return { ...state, history: endGesture(history), savedJson: action.text };
  }
}

/** A board that is edited, with its history and the selected tiles. */
export interface DesignEditor {
  readonly design: Design;
  readonly selectedIds: TileIds;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changes the board. Changes in a row with the same gesture are undone together. */
  readonly change: (change: (design: Design) => Design, gesture?: string) => void;
  /** Takes over a board with added tiles, and selects these tiles. */
  readonly add: (addition: BoardWithAddedTiles) => void;
  readonly select: (ids: TileIds) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Opens another board, which is already stored, with an empty history. */
  readonly open: (board: LoadedBoard) => void;
  /** Records that the server has stored a design. */
  readonly markSaved: (design: Design) => void;
}

/** Holds a board while it is edited. */
export function useDesign(board: LoadedBoard): DesignEditor {
  const [{ history, selectedIds, savedJson }, dispatch] = useReducer(changeState, board, makeInitialState);
  const design = history.present;
  const isDirty = useMemo(() => serializeDesign(design) !== savedJson, [design, savedJson]);
  const actions = useMemo(
    () => ({
      change: (change: (design: Design) => Design, gesture?: string) =>
        dispatch({ kind: 'change', change, gesture: gesture ?? null }),
      add: (addition: BoardWithAddedTiles) => dispatch({ kind: 'add', addition }),
      select: (ids: TileIds) => dispatch({ kind: 'select', ids }),
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
      open: (next: LoadedBoard) => dispatch({ kind: 'open', board: next }),
      markSaved: (stored: Design) => dispatch({ kind: 'saved', text: serializeDesign(stored) }),
    }),
    [],
  );
  return {
    ...actions,
    design,
    selectedIds,
    isDirty,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
