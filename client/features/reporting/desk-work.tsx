import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { toSavePayload } from '#client/crud/edit/form-values.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { useT } from '#client/kit/words/t.ts';
import { CloseReportDialog } from '#client/production/reporting/close-report-dialog.tsx';
import { ReceiveDialog } from '#client/production/reporting/receive-dialog.tsx';
import { StartWorkDialog } from '#client/production/reporting/start-dialog.tsx';
import { BatchReportDialog } from './batch-report-dialog.tsx';
import { DESK_SCOPES, type DeskLine, type DeskScope, type DeskStep } from './desk-lines.ts';
import { RunningWork } from './running-work.tsx';
import { UndoBatchBar, type UndoableBatch } from './undo-batch-bar.tsx';
import { WaitingWork } from './waiting-work.tsx';

const SCOPE_STORAGE_KEY = 'deskWork.scope';
const parseScope = (stored: unknown): DeskScope =>
  DESK_SCOPES.find((scope) => scope === stored) ?? 'workOfMine';

/** The step that a dialog reports, for one line or for the chosen lines of a table. */
type DeskAction =
  | { isBatch: false; step: DeskStep; line: DeskLine }
  | { isBatch: true; step: DeskStep; table: 'running' | 'waiting' };

const NO_IDS: ReadonlySet<number> = new Set();

/** Returns the name of a line: its process, its part and its order, and the people of a running report. */
const nameLine = ({ process, openReport }: DeskLine): string =>
  [
    `${process.seq} ${process.name}`,
    process.partName,
    process.orderCode,
    ...(openReport?.people.map(({ name }) => name) ?? []),
  ].join(' · ');

/** Lists the running work and the work that can begin. The user reports one line, or several lines together. */
export function DeskWork() {
  const t = useT();
  const [scope, setScope] = useState(() => parseScope(browserStorage.forBrowser.get(SCOPE_STORAGE_KEY)));
  const [action, setAction] = useState<DeskAction | null>(null);
  const [batchLines, setBatchLines] = useState<readonly DeskLine[]>([]);
  const [runningIds, setRunningIds] = useState(NO_IDS);
  const [waitingIds, setWaitingIds] = useState(NO_IDS);
  const [undoable, setUndoable] = useState<UndoableBatch | null>(null);
  const columns = useCustomColumns(entities.workReport);
  const closeDialog = () => setAction(null);
  const openReportDialog = (step: DeskStep, line: DeskLine) => setAction({ isBatch: false, step, line });
  const makeReportChosen =
    (table: 'running' | 'waiting') => (step: DeskStep, chosen: readonly DeskLine[]) => {
      setBatchLines(chosen);
      setAction({ isBatch: true, step, table });
    };
  const tableProps = { scope, nameOf: nameLine, onReport: openReportDialog };
  const singleAction = action && !action.isBatch ? action : null;
  return (
    <>
      <div className="desk-scope">
        <ChoiceSwitch
          label={t('whoseWork')}
          choices={DESK_SCOPES}
          value={scope}
          onChange={(next) => {
            setScope(next);
            setRunningIds(NO_IDS);
            setWaitingIds(NO_IDS);
            browserStorage.forBrowser.set(SCOPE_STORAGE_KEY, next);
          }}
        />
      </div>
      {undoable && (
        <UndoBatchBar key={undoable.reportIds[0]} batch={undoable} onClose={() => setUndoable(null)} />
      )}
      <RunningWork
        {...tableProps}
        chosenIds={runningIds}
        onChoose={setRunningIds}
        onReportChosen={makeReportChosen('running')}
      />
      <WaitingWork
        key={scope}
        {...tableProps}
        chosenIds={waitingIds}
        onChoose={setWaitingIds}
        onReportChosen={makeReportChosen('waiting')}
      />
      {action?.isBatch && (
        <BatchReportDialog
          step={action.step}
          lines={batchLines}
          nameOf={nameLine}
          onReported={(refusedIds, batch) => {
            (action.table === 'running' ? setRunningIds : setWaitingIds)(refusedIds);
            setUndoable(batch);
          }}
          onClose={closeDialog}
        />
      )}
      {singleAction?.step === 'start' && (
        <StartWorkDialog process={singleAction.line.process} onClose={closeDialog} />
      )}
      {singleAction?.step === 'rework' && (
        <StartWorkDialog process={singleAction.line.process} isRework onClose={closeDialog} />
      )}
      {singleAction?.step === 'receive' && (
        <ReceiveDialog process={singleAction.line.process} onClose={closeDialog} />
      )}
      {(singleAction?.step === 'finish' || singleAction?.step === 'unfinished') &&
        singleAction.line.openReport && (
          <CloseReportDialog
            process={singleAction.line.process}
            openReport={singleAction.line.openReport}
            kind={singleAction.step}
            customColumns={columns.isLoading ? null : columns.customColumns}
            toPayload={toSavePayload}
            onClose={closeDialog}
          />
        )}
    </>
  );
}
