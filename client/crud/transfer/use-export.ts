import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#client/kit/wire/call-error.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { callWithProgress } from '#client/kit/wire/call-with-progress.ts';
import type { LongRequestProgress } from '#client/kit/messages/long-work.tsx';
import { saveFile } from '#client/kit/wire/save-file.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

/**
 * Exports a list or a report as a workbook.
 * @returns `work` is the progress of the export; null while no export runs
 */
export function useExport(path: string, fields: Readonly<Record<string, string>>) {
  const t = useT();
  const [exportProgress, setExportProgress] = useState<LongRequestProgress | null>(null);
  const abortController = useRef<AbortController | null>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  const start = useCallback(async () => {
    const { signal } = (abortController.current = new AbortController());
    let rows = 0;
    setExportProgress({ phase: 'exporting', done: 0, total: null });
    try {
      const { file } = await callWithProgress(
        path,
        new URLSearchParams(fields),
        (progress) => {
          rows = progress.done;
          setExportProgress(progress);
        },
        { signal },
      );
      if (file) saveFile(file.content, file.name);
      showSuccess(t('exported', { count: formatNumber(rows, 0) }));
    } catch (error) {
      // The user has already seen a CallError. Cancelling is no error.
      if (!(error instanceof CallError) && !signal.aborted) throw error;
    } finally {
      setExportProgress(null);
    }
  }, [path, fields, t]);
  return { work: exportProgress, start, cancel: () => abortController.current?.abort() };
}
