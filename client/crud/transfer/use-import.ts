import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { callRaw } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { callWithProgress } from '#client/kit/wire/call-with-progress.ts';
import type { LongRequestProgress } from '#client/kit/messages/long-work.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The fields that the answers of all imports have. */
interface ImportVerdict {
  /** The id of the uploaded file while the server stores it for the import; null afterwards. */
  readonly file: string | null;
  readonly written: boolean;
}

/** The current step of an import and its data. */
export type ImportState<V extends ImportVerdict> =
  | { step: 'choose'; refusal: string | null }
  | { step: 'work'; operation: 'check' | 'write'; name: string; progress: LongRequestProgress }
  | { step: 'checked' | 'written'; name: string; verdict: V }
  | { step: 'lost'; cause: 'lineLost' | 'cancelled' };

const INITIAL_STATE = { step: 'choose', refusal: null } as const;
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
 * Imports a workbook. The server first checks the workbook. If all rows are valid and the user confirms, the server
 * writes all rows at once.
 * @param path the path of the calls that check, write and drop the workbook, without their verbs
 * @param entityNames the entities whose rows the import writes
 */
export function useImport<V extends ImportVerdict = ImportVerdict>(
  path: string,
  entityNames: readonly string[],
) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState<V>>(INITIAL_STATE);
  const abortController = useRef<AbortController | null>(null);
  const uploadedFile = useRef<string | null>(null);

  /** Cancels a running call, and makes the server delete a workbook that was checked but not written. */
  const discardImport = useCallback(() => {
    abortController.current?.abort();
    const file = uploadedFile.current;
    uploadedFile.current = null;
    if (file !== null)
      void callRaw(`${path}/drop`, new URLSearchParams({ file }), {
        codesShownElsewhere: ['importFileGone'],
      }).catch((error: unknown) => console.warn(path, error));
  }, [path]);
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
    setState({ step: 'work', operation, name, progress: initialProgress });
    try {
      const answer = await callWithProgress(
        `${path}/${operation}`,
        payload,
        (progress) => setState({ step: 'work', operation, name, progress }),
        { signal, codesShownElsewhere: ERRORS_IN_DIALOG },
      );
      const data = answer.data as V;
      uploadedFile.current = data.file;
      setState({ step: data.written ? 'written' : 'checked', name, verdict: data });
      if (data.written)
        for (const entityName of entityNames)
          await client.invalidateQueries({ queryKey: queryKeys.entity(entityName) });
    } catch (error) {
      if (signal.aborted)
        setState(operation === 'write' ? { step: 'lost', cause: 'cancelled' } : INITIAL_STATE);
      else if (!(error instanceof CallError)) throw error;
      else if (operation === 'write' && error.code === 'requestFailed')
        setState({ step: 'lost', cause: 'lineLost' });
      else setState({ step: 'choose', refusal: error.message });
    }
  };
  return {
    state,
    check: (file: File) => {
      discardImport();
      return runOperation('check', file.name, file);
    },
    write: (name: string, file: string, decisions: Readonly<Record<string, string>> = {}) => {
      uploadedFile.current = null;
      return runOperation('write', name, new URLSearchParams({ file, ...decisions }));
    },
    cancel: () => abortController.current?.abort(),
    restart: () => {
      discardImport();
      setState(INITIAL_STATE);
    },
  };
}
