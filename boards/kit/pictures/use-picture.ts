import { useEffect, useState } from 'react';
import { callRaw } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { FILE_PATHS } from '#client/kit/wire/files.ts';
import { session } from '#client/kit/wire/session.ts';
import { TEMPORARY_ERROR_CODES } from '#client/kit/wire/temporary-errors.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';

/** The path for paired screens, which may only read the pictures of their own boards. */
const SCREEN_FILE_PATH = '/mes/wall/file';
/** The errors for which the picture counts as missing. A retry would not help, and no error message appears. */
const FINAL_ERROR_CODES: readonly ErrorCode[] = ['rowNotFound', 'fileLost', 'noPermission', 'fieldsInvalid'];
/** The time until the next attempt after a temporary error, in milliseconds. */
const RETRY_DELAY_MS = 10_000;

export interface Picture {
  /** The object URL; null until the picture is downloaded. */
  readonly url: string | null;
  /** Whether the picture does not exist, or the user may not see it. */
  readonly isMissing: boolean;
}

const WAITING_PICTURE: Picture = { url: null, isMissing: false };
const MISSING_PICTURE: Picture = { url: null, isMissing: true };

/** Downloads a picture of a board. After a temporary error it tries again. */
export function usePicture(id: number | null): Picture {
  const [picture, setPicture] = useState(WAITING_PICTURE);
  useEffect(() => {
    setPicture(WAITING_PICTURE);
    if (id === null) return;
    let createdUrl: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const loadPicture = async () => {
      try {
        const path = session.current?.user.kind === 'screen' ? SCREEN_FILE_PATH : FILE_PATHS.get;
        const response = await callRaw(path, new URLSearchParams({ id: String(id) }), {
          codesShownElsewhere: [...FINAL_ERROR_CODES, ...TEMPORARY_ERROR_CODES],
        });
        const blob = await response.blob();
        if (isUnmounted) return;
        createdUrl = URL.createObjectURL(blob);
        setPicture({ url: createdUrl, isMissing: false });
      } catch (error) {
        if (isUnmounted) return;
        // Errors without a code of the server, such as a broken connection, are temporary.
        const isFinal = error instanceof CallError && !TEMPORARY_ERROR_CODES.includes(error.code);
        if (isFinal) setPicture(MISSING_PICTURE);
        else timer = setTimeout(() => void loadPicture(), RETRY_DELAY_MS);
      }
    };
    void loadPicture();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      if (createdUrl) URL.revokeObjectURL(createdUrl);
    };
  }, [id]);
  return picture;
}
