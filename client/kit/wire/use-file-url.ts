import { useEffect, useState } from 'react';
import { callRaw } from './call.ts';
import { FILE_PATHS } from './files.ts';

/**
 * Downloads a file and returns its object URL; null until the file is downloaded, or if `id` is null.
 * @param workerToken the token of the person identified at this terminal
 */
export function useFileUrl(id: number | null, workerToken: string | null = null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    let createdUrl: string | null = null;
    let isUnmounted = false;
    callRaw(FILE_PATHS.get, new URLSearchParams({ id: String(id) }), { workerToken })
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
  }, [id, workerToken]);
  return url;
}
