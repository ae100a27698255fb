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
  | { step: 'work'; what: 'check' | 'write'; name: string; work: LongRequestProgress }
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
 * Imports a workbook into a list. The server first checks the workbook. It then writes all rows at
 * once, but only if all rows are valid.
 */
export function useImport(entity: EntityDeclaration) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>(INITIAL_STATE);
  const running = useRef<AbortController | null>(null);
  const uploadedFile = useRef<string | null>(null);

  /** Cancels a running call, and makes the server delete a workbook that was checked but not written. */
  const forget = useCallback(() => {
    running.current?.abort();
    const file = uploadedFile.current;
    uploadedFile.current = null;
    if (file !== null)
      void callRaw(`${entity.path}/import/drop`, new URLSearchParams({ file }), {
        shownElsewhere: ['importFileGone'],
      }).catch((error: unknown) => console.warn('import/drop', error));
  }, [entity.path]);
  useEffect(() => forget, [forget]);

  const run = async (operation: 'check' | 'write', name: string, payload: BodyInit): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    const begin: LongRequestProgress =
      operation === 'check'
        ? { phase: 'uploading', done: 0, total: null }
        : { phase: 'reading', done: 0, total: null };
    setState({ step: 'work', what: operation, name, work: begin });
    try {
      const answer = await callWithProgress(
        `${entity.path}/import/${operation}`,
        payload,
        (work) => setState({ step: 'work', what: operation, name, work }),
        { signal, shownElsewhere: ERRORS_IN_DIALOG },
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
      forget();
      return run('check', file.name, file);
    },
    write: (name: string, file: string) => {
      uploadedFile.current = null;
      return run('write', name, new URLSearchParams({ file }));
    },
    cancel: () => running.current?.abort(),
    again: () => {
      forget();
      setState(INITIAL_STATE);
    },
  };
}
