import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { MoreIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { Entity } from '#shared/entities/index.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import '#client/kit/tables/plain-table.css';
import './boards.css';

export type BoardRow = Entity<'board'>;
/** What the user can do with a board, besides opening it. */
export type BoardAction =
  | 'copy'
  | 'edit'
  | 'playBack'
  | 'exportBoard'
  | 'shareBoard'
  | 'boardVersions'
  | 'replaceBoardText'
  | 'delete';

interface Props {
  rows: readonly BoardRow[];
  /** Returns the actions that the user may take on a board. */
  getActions: (board: BoardRow) => readonly BoardAction[];
  onAction: (action: BoardAction, board: BoardRow) => void;
}

/** Lists boards, each with a link to its screen and a menu of actions. */
export function BoardRows({ rows, getActions, onAction }: Props) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <table className="plain-table">
      <TableHead
        heads={[
          t('name'),
          t('boardOwner'),
          t('sharing'),
          { words: t('tileCount'), className: 'figure' },
          { words: t('version'), className: 'figure' },
          t('updatedAt'),
          { words: t('moreActions'), hidden: true },
        ]}
      />
      <tbody>
        {rows.map((board) => (
          <tr key={board.id}>
            <th scope="row">
              <Link to={`/board/${board.id}`}>{board.name}</Link>
            </th>
            <td>{board.labels.ownerId ?? '—'}</td>
            <td>{board.sharing === 'theseRoles' ? board.labels.roleIds : t(board.sharing)}</td>
            <td className="figure">{formatNumber(board.tileCount, 0)}</td>
            <td className="figure">{formatNumber(board.edition, 0)}</td>
            <td>{formatMoment(board.updatedAt, zone)}</td>
            <td className="board-row-menu">
              <DropDown
                content={
                  <Menu>
                    {getActions(board).map((action) =>
                      action === 'delete' ? (
                        <div key={action}>
                          <MenuDivider />
                          <MenuItem
                            intent="danger"
                            text={t('delete')}
                            onClick={() => onAction(action, board)}
                          />
                        </div>
                      ) : (
                        <MenuItem key={action} text={t(action)} onClick={() => onAction(action, board)} />
                      ),
                    )}
                  </Menu>
                }
              >
                <Button
                  variant="minimal"
                  icon={<MoreIcon />}
                  aria-label={`${t('moreActions')}: ${board.name}`}
                />
              </DropDown>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
