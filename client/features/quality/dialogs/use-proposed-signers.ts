import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ProposedSigner } from '#shared/quality/answers.ts';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The values from which the server computes the proposed signers. */
interface ProposalInput {
  id: number;
  responsibleProcessId: unknown;
  rework: unknown;
  scrap: unknown;
  lostCost?: number;
}

/** How long typing must pause before the server is asked, in milliseconds. */
const TYPING_PAUSE_MS = 400;

const makeKey = (signers: unknown): string =>
  JSON.stringify((signers as readonly { employeeId: unknown }[]).map(({ employeeId }) => employeeId));

/**
 * Fills in the signers that the rules of the factory propose. If the responsible process or the loss changes,
 * fills them in again, unless the user has edited the signers.
 * @param isWanted false if the form keeps the signers of an earlier round of the same stage
 */
export function useProposedSigners(form: Form, input: ProposalInput, isWanted: boolean): void {
  const params = useDebouncedText(JSON.stringify(input), TYPING_PAUSE_MS);
  const { data } = useQuery({
    queryKey: queryKeys.entity('signingRule', 'proposed', params),
    queryFn: ({ signal }) =>
      call<{ rows: ProposedSigner[] }>(
        '/mes/quality/proposedSigners',
        JSON.parse(params) as Record<string, unknown>,
        { signal },
      ),
    enabled: isWanted && typeof input.responsibleProcessId === 'number',
  });
  const filledInKey = useRef(makeKey(form.values['signers']));
  useEffect(() => {
    if (!data || data.rows.length === 0) return;
    const signers = data.rows.map(({ employeeId }) => ({ employeeId }));
    // Signers that the user has edited stay in the form.
    if (makeKey(form.values['signers']) !== filledInKey.current) return;
    if (makeKey(signers) === filledInKey.current) return;
    filledInKey.current = makeKey(signers);
    form.rebase({ ...form.initial, signers }, { ...form.values, signers });
    // Only a new proposal fills in signers.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
}
