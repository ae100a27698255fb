import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useMemo } from 'react';
import type { Board } from '#shared/boards/board.ts';
import { compareBoards } from '#shared/boards/compare-boards.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useWidgetTranslator } from '../../kit/use-widget-translator.ts';
import type { Widget } from '../../kit/widget.ts';
import { describeDifference } from '../../screens/describe-difference.ts';
import './saving.css';

/** The version that somebody else has saved while the user was editing a board. */
export interface Conflict {
  readonly board: Board;
  readonly savedBy: string;
  readonly savedAt: string;
}

interface ChangesProps {
  title: string;
  from: Board;
  to: Board;
  widgets: readonly Widget[];
}

/** Lists in words what has changed from one board to another. */
function Changes({ title, from, to, widgets }: ChangesProps) {
  const t = useT();
  const translatorOf = useWidgetTranslator();
  const lines = useMemo(
    () => compareBoards(from, to).map((difference) => describeDifference(difference, widgets, translatorOf)),
    [from, to, widgets, translatorOf],
  );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {lines.length === 0 && <p>{t('noChanges')}</p>}
      <ul>
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

interface Props {
  conflict: Conflict;
  ownBoard: Board;
  /** The board from which the user began. */
  before: Board;
  widgets: readonly Widget[];
  isBusy: boolean;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  /** Saves the edited board as a new board; absent if that is not possible. */
  onCopy?: (() => void) | undefined;
  onClose: () => void;
}

/**
 * Shows what somebody else has saved while the user was editing a board. The user can open the saved board, replace it
 * with the edited board, or save the edited board as a new board.
 */
export function ConflictDialog({
  conflict: { board, savedBy, savedAt },
  ownBoard,
  before,
  widgets,
  isBusy,
  onTakeTheirs,
  onKeepMine,
  onCopy,
  onClose,
}: Props) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <Dialog isOpen onClose={onClose} title={t('staleTitle')} className="board-conflict">
      <DialogBody>
        <p>{t('boardConflict', { by: savedBy, at: formatMoment(savedAt, zone) })}</p>
        <div className="board-conflict-sides">
          <Changes title={t('staleTheirs', { by: savedBy })} from={before} to={board} widgets={widgets} />
          <Changes title={t('staleMine')} from={before} to={ownBoard} widgets={widgets} />
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} disabled={isBusy} onClick={onClose} />
            <Button text={t('takeTheirs')} disabled={isBusy} onClick={onTakeTheirs} />
            {onCopy && <Button text={t('keepAsCopy')} disabled={isBusy} onClick={onCopy} />}
            <Button intent="primary" text={t('keepMine')} loading={isBusy} onClick={onKeepMine} />
          </>
        }
      />
    </Dialog>
  );
}
