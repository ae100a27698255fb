import { useEffect, useState } from 'react';
import { callRaw } from './call.ts';
import { FILE_PATHS } from './files.ts';

/**
 * Downloads a file with a raw call and returns its object URL; null until the file is downloaded, or if `fields` is
 * null.
 * @param fields the fields of the call as URL-encoded text
 * @param workerToken the token of the person identified at this terminal
 */
export function useDownloadedUrl(
  path: string,
  fields: string | null,
  workerToken: string | null = null,
): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (fields === null) return;
    let createdUrl: string | null = null;
    let isUnmounted = false;
    callRaw(path, new URLSearchParams(fields), { workerToken })
      .then(async (response) => {
        const blob = await response.blob();
        if (isUnmounted) return;
        createdUrl = URL.createObjectURL(blob);
        setUrl(createdUrl);
      })
      .catch((error: unknown) => console.warn('file', error));
    return () => {
      isUnmounted = true;
      if (!createdUrl) return;
      URL.revokeObjectURL(createdUrl);
      setUrl(null);
    };
  }, [path, fields, workerToken]);
  return url;
}

/**
 * Downloads an attachment and returns its object URL; null until it is downloaded, or if `id` is null.
 * @param workerToken the token of the person identified at this terminal
 */
export const useFileUrl = (id: number | null, workerToken: string | null = null): string | null =>
  useDownloadedUrl(FILE_PATHS.get, id === null ? null : `id=${id}`, workerToken);
