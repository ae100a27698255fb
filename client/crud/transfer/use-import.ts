import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { callRaw } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { callWithProgress } from '#client/kit/wire/call-with-progress.ts';
import type { LongRequestProgress } from '#client/kit/messages/long-work.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The current step of an import and its data. */
export type ImportState =
  | { step: 'choose'; refusal: string | null }
  | { step: 'work'; what: 'check' | 'write'; name: string; progress: LongRequestProgress }
  | { step: 'checked' | 'written'; name: string; verdict: WorkbookImportResult }
  | { step: 'lost'; words: 'importLostLine' | 'importCancelledLine' };

const INITIAL_STATE: ImportState = { step: 'choose', refusal: null };
/** The codes of the errors that the import dialog itself shows. */
const ERRORS_IN_DIALOG = [
  'tooLarge',
  'fileType',
  'fileProtected',
  'fileUnreadable',
  'fileUnpacksTooLarge',
  'importTooMany',
  'importRunning',
  'importFileGone',
] as const;

/**
 * Imports a workbook into a list. The server first checks the workbook. If all rows are valid
 * and the user confirms, the server writes all rows at once.
 */
export function useImport(entity: EntityDeclaration) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(INITIAL_STATE);
  const abortController = useRef<AbortController | null>(null);
  const uploadedFile = useRef<string | null>(null);

  /** Cancels a running call, and makes the server delete a workbook that was checked but not written. */
  const discardImport = useCallback(() => {
    abortController.current?.abort();
    const file = uploadedFile.current;
    uploadedFile.current = null;
    if (file !== null)
      void callRaw(`${entity.path}/import/drop`, new URLSearchParams({ file }), {
        codesShownElsewhere: ['importFileGone'],
      }).catch((error: unknown) => console.warn('import/drop', error));
  }, [entity.path]);
  useEffect(() => discardImport, [discardImport]);

  const runOperation = async (
    operation: 'check' | 'write',
    name: string,
    payload: BodyInit,
  ): Promise<void> => {
    const { signal } = (abortController.current = new AbortController());
    const initialProgress: LongRequestProgress =
      operation === 'check'
        ? { phase: 'uploading', done: 0, total: null }
        : { phase: 'reading', done: 0, total: null };
    setState({ step: 'work', what: operation, name, progress: initialProgress });
    try {
      const answer = await callWithProgress(
        `${entity.path}/import/${operation}`,
        payload,
        (progress) => setState({ step: 'work', what: operation, name, progress }),
        { signal, codesShownElsewhere: ERRORS_IN_DIALOG },
      );
      const data = answer.data as WorkbookImportResult;
      uploadedFile.current = data.file;
      setState({ step: data.written ? 'written' : 'checked', name, verdict: data });
      if (data.written) await client.invalidateQueries({ queryKey: queryKeys.entity(entity.name) });
    } catch (error) {
      if (signal.aborted)
        setState(operation === 'write' ? { step: 'lost', words: 'importCancelledLine' } : INITIAL_STATE);
      else if (!(error instanceof CallError)) throw error;
      else if (operation === 'write' && error.code === 'requestFailed')
        setState({ step: 'lost', words: 'importLostLine' });
      else setState({ step: 'choose', refusal: error.message });
    }
  };
  return {
    state,
    check: (file: File) => {
      discardImport();
      return runOperation('check', file.name, file);
    },
    write: (name: string, file: string) => {
      uploadedFile.current = null;
      return runOperation('write', name, new URLSearchParams({ file }));
    },
    cancel: () => abortController.current?.abort(),
    restart: () => {
      discardImport();
      setState(INITIAL_STATE);
    },
  };
}
