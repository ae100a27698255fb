import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import {
  EditIcon,
  HistoryIcon,
  LinkIcon,
  MoreIcon,
  PauseIcon,
  SearchAroundIcon,
  TrashIcon,
  UndoIcon,
  UnlinkIcon,
} from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { useT } from '#client/kit/words/t.ts';
import { calculateDoneShare } from '#shared/ledger/ledger.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { makeRecallPath } from '#client/production/recall/recall-address.ts';
import type { ActionDialogOpener } from '../reporting/process-action.ts';

interface Props {
  process: ProcessProgress;
  /** The reports that the user may reverse. `what` describes the report on the menu item. */
  reversibleReports: readonly { id: number; what: string }[];
  maySuspend: boolean;
  mayModify: boolean;
  isSynchronised: boolean;
  onReport: ActionDialogOpener;
  onShowHistory: () => void;
  onSynchronise: () => void;
  onLeaveSyncGroup: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The menu of a process: its history, tracing, reversing, suspending, synchronising, editing and deleting. */
export function ProcessMenu({
  process,
  reversibleReports,
  maySuspend,
  mayModify,
  isSynchronised,
  onReport,
  onShowHistory,
  onSynchronise,
  onLeaveSyncGroup,
  onEdit,
  onDelete,
}: Props) {
  const t = useT();
  const navigate = useNavigate();
  const isDone = calculateDoneShare(process) >= 1;
  return (
    <DropDown
      content={
        <Menu>
          {reversibleReports.map(({ id, what }) => (
            <MenuItem
              key={id}
              icon={<UndoIcon />}
              text={t('reverseWhat', { what })}
              onClick={() => onReport({ act: 'reverse', process, reportId: id, what })}
            />
          ))}
          {maySuspend && (
            <MenuItem
              icon={<PauseIcon />}
              text={t('suspend')}
              onClick={() => onReport({ act: 'suspend', process })}
            />
          )}
          <MenuItem icon={<HistoryIcon />} text={t('stateHistory')} onClick={onShowHistory} />
          <MenuItem
            icon={<SearchAroundIcon />}
            text={t('traceFrom')}
            onClick={() =>
              void navigate(makeRecallPath({ origin: 'process', value: String(process.processId) }))
            }
          />
          {mayModify && (
            <>
              <MenuDivider />
              {!isDone && <MenuItem icon={<LinkIcon />} text={t('synchronise')} onClick={onSynchronise} />}
              {isSynchronised && (
                <MenuItem icon={<UnlinkIcon />} text={t('leaveSyncGroup')} onClick={onLeaveSyncGroup} />
              )}
              <MenuItem icon={<EditIcon />} text={t('edit')} onClick={onEdit} />
              <MenuItem icon={<TrashIcon />} intent="danger" text={t('delete')} onClick={onDelete} />
            </>
          )}
        </Menu>
      }
    >
      <Button
        variant="minimal"
        icon={<MoreIcon />}
        aria-label={t('actOf', { what: t('moreActions'), name: process.name })}
      />
    </DropDown>
  );
}
