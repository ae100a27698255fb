import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useOnce } from '#client/kit/forms/use-once.ts';

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
  const { busy, once } = useOnce();
  const [refusal, setRefusal] = useState<string | null>(null);

  const say = async <T>(verb: string, fields: Record<string, unknown>): Promise<T | null> => {
    const answer = await once<T | null>(
      [verb, fields],
      (id) => {
        setRefusal(null);
        return send<T>(`/mes/andon/${verb}`, fields, { id, as, shownElsewhere: inPlace ? SAID_HERE : [] });
      },
      (error) => {
        if (inPlace) setRefusal(Object.values(error.fields)[0] ?? error.message);
        return null;
      },
    );
    // What somebody else did meanwhile shows as well.
    void client.invalidateQueries({ queryKey: queryKeys.entity('abnormalCall') });
    return answer;
  };
  return { say, busy, refusal };
}
