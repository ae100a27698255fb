import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { findWorkbookKeyField, type WorkbookImportResult } from '#shared/answers/transfer.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { ImportDialogFrame } from './import-dialog-frame.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { useImport } from './use-import.ts';

interface Props {
  entity: EntityDeclaration;
  title: string;
  onClose: () => void;
}

/**
 * Imports a workbook into a list. The user downloads the template and chooses a file. The server checks the file,
 * and writes all its rows at once when the user confirms.
 */
export function ImportDialog({ entity, title, onClose }: Props) {
  const t = useT();
  const path = `${entity.path}/import`;
  const importRun = useImport<WorkbookImportResult>(path, [entity.name]);
  const { state } = importRun;
  const key = findWorkbookKeyField(entity)!;
  const checkedState = state.step === 'checked' && state.verdict.problemCount === 0 ? state : null;
  const file = checkedState?.verdict.file ?? null;
  const rowCount = checkedState ? checkedState.verdict.added + checkedState.verdict.changed : 0;
  const isCancelled = state.step === 'lost' && state.cause === 'cancelled';
  return (
    <ImportDialogFrame
      title={t('importTitle', { name: toMidSentence(title) })}
      templateTitle={title}
      path={path}
      running={importRun}
      instructions={t('importTemplateText', { key: t(getFieldLabel(key, entity.fields[key]!)) })}
      lostText={t(isCancelled ? 'importCancelledLine' : 'importLostLine')}
      write={
        checkedState && file !== null && rowCount > 0
          ? {
              text: t('importWrite', { count: formatNumber(rowCount, 0) }),
              onClick: () => void importRun.write(checkedState.name, file),
            }
          : null
      }
      onClose={onClose}
    >
      {(state.step === 'checked' || state.step === 'written') && (
        <ImportOutcome verdict={state.verdict} name={state.name} />
      )}
    </ImportDialogFrame>
  );
}
