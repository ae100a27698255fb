import { useMemo, useReducer } from 'react';
import type { LoadedBoard } from '#shared/boards/board.ts';
import { openDesign, toBoard, type Design } from './design.ts';
import type { Addition } from './edit-board.ts';
import { beginHistory, endGesture, recordStep, redoStep, undoStep, type History } from './history.ts';

type Ids = ReadonlySet<number>;
const NONE: Ids = new Set();

interface DesignState {
  readonly history: History<Design>;
  readonly selected: Ids;
  /** The JSON text of the board as it is stored. */
  readonly saved: string;
}

type DesignAction =
  | { kind: 'change'; change: (design: Design) => Design; gesture: string | null }
  | { kind: 'add'; addition: Addition }
  | { kind: 'select'; ids: Ids }
  | { kind: 'undo' | 'redo' }
  | { kind: 'open'; board: LoadedBoard }
  | { kind: 'saved'; text: string };

const writeDesign = (design: Design): string => JSON.stringify(toBoard(design));

const openState = (board: LoadedBoard): DesignState => {
  const design = openDesign(board);
  return { history: beginHistory(design), selected: NONE, saved: writeDesign(design) };
};

/** Keeps only the selected tiles that still exist. */
function withHistory(state: DesignState, history: History<Design>): DesignState {
  const { tiles } = history.present;
  const selected = new Set(tiles.map(({ id }) => id).filter((id) => state.selected.has(id)));
  return { ...state, history, selected };
}

function changeState(state: DesignState, action: DesignAction): DesignState {
  const { history } = state;
  switch (action.kind) {
    case 'change':
      return withHistory(state, recordStep(history, action.change(history.present), action.gesture));
    case 'add':
      return {
        ...state,
        history: recordStep(history, action.addition.design),
        selected: action.addition.added,
      };
    case 'select':
      return { ...state, history: endGesture(history), selected: action.ids };
    case 'undo':
      return withHistory(state, undoStep(history));
    case 'redo':
      return withHistory(state, redoStep(history));
    case 'open':
      return openState(action.board);
    case 'saved':
      return { ...state, history: endGesture(history), saved: action.text };
  }
}

/** A board that is edited, with its history and the selected tiles. */
export interface DesignEditor {
  readonly design: Design;
  readonly selected: Ids;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changes the board. Changes in a row with the same gesture are undone together. */
  readonly change: (change: (design: Design) => Design, gesture?: string) => void;
  /** Takes a board with added tiles over, and selects these tiles. */
  readonly add: (addition: Addition) => void;
  readonly select: (ids: Ids) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Begins anew with another board, which is stored already. */
  readonly open: (board: LoadedBoard) => void;
  /** Tells that a design is stored now. */
  readonly markSaved: (design: Design) => void;
}

/** Holds a board while it is edited. */
export function useDesign(board: LoadedBoard): DesignEditor {
  const [{ history, selected, saved }, dispatch] = useReducer(changeState, board, openState);
  const design = history.present;
  const isDirty = useMemo(() => writeDesign(design) !== saved, [design, saved]);
  const actions = useMemo(
    () => ({
      change: (change: (design: Design) => Design, gesture?: string) =>
        dispatch({ kind: 'change', change, gesture: gesture ?? null }),
      add: (addition: Addition) => dispatch({ kind: 'add', addition }),
      select: (ids: Ids) => dispatch({ kind: 'select', ids }),
      undo: () => dispatch({ kind: 'undo' }),
      redo: () => dispatch({ kind: 'redo' }),
      open: (next: LoadedBoard) => dispatch({ kind: 'open', board: next }),
      markSaved: (stored: Design) => dispatch({ kind: 'saved', text: writeDesign(stored) }),
    }),
    [],
  );
  return {
    ...actions,
    design,
    selected,
    isDirty,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
