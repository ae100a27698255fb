import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';
import { send } from '../api.ts';
import { CallError } from '../call-error.ts';
import { queryKeys } from '../query-keys.ts';
import { requestId } from '../request-id.ts';

/** Refusals that concern what somebody has just said: a dialog says them itself. */
const SAID_HERE = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => code === 'fieldsInvalid' || [403, 404, 409, 422].includes(ERRORS[code].status),
);

interface Options {
  /** The token of whoever is recognised at this terminal. */
  as?: string | null | undefined;
  /** The refusal is shown where it was pressed rather than over the page. */
  inPlace?: boolean;
}

/** Does something with a call: once a press, exactly once over a broken line. */
export function useCallVerb({ as = null, inPlace = false }: Options = {}) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const flying = useRef(false);
  // The same again after no answer came is the same intention: the server must not do it twice.
  const lastTry = useRef({ text: '', id: '' });

  const say = async <T>(verb: string, fields: Record<string, unknown>): Promise<T | null> => {
    if (flying.current) return null;
    flying.current = true;
    const text = JSON.stringify([verb, fields]);
    if (lastTry.current.text !== text) lastTry.current = { text, id: requestId() };
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await send<T>(`/mes/andon/${verb}`, fields, {
        id: lastTry.current.id,
        as,
        shownElsewhere: inPlace ? SAID_HERE : [],
      });
      lastTry.current = { text: '', id: '' };
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code !== 'requestFailed' && error.code !== 'timedOut') lastTry.current = { text: '', id: '' };
      if (inPlace) setRefusal(Object.values(error.fields)[0] ?? error.message);
      return null;
    } finally {
      flying.current = false;
      setBusy(false);
      // What somebody else did meanwhile shows as well.
      void client.invalidateQueries({ queryKey: queryKeys.entity('abnormalCall') });
    }
  };
  return { say, busy, refusal };
}
