import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { text } from '#shared/kernel/fields.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { useCallAction } from './use-call-verb.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { call as callServer } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import './close-call-dialog.css';

interface Props {
  verb: 'solve' | 'cancel';
  call: OpenCall;
  onClose: () => void;
}

const FIELDS_BY_VERB = {
  solve: { solution: text({ max: 500 }) },
  cancel: { reason: text({ required: true, max: 500 }) },
} as const;

/** The maximum number of resolved calls that are searched for solutions. */
const MAX_EARLIER_CALLS = 50;
/** The maximum number of earlier solutions that the dialog offers. */
const MAX_OFFERED_SOLUTIONS = 4;

/**
 * Reads the solutions of recent resolved calls of the same type as `call`, without duplicates. The
 * solution of the call that was raised last comes first.
 */
function useEarlierSolutions(call: OpenCall, enabled: boolean): string[] {
  const params = { filter: { state: 'solved' }, sort: '-raisedAt', limit: MAX_EARLIER_CALLS };
  const { data } = useQuery({
    queryKey: queryKeys.entity('abnormalCall', 'page', params),
    queryFn: ({ signal }) =>
      callServer<PageAnswer<Entity<'abnormalCall'>>>(`${entities.abnormalCall.path}/page`, params, {
        signal,
      }),
    enabled,
  });
  const rowsOfSameType = data?.rows.filter((row) => row.labels.typeId === call.typeName) ?? [];
  return [...new Set(rowsOfSameType.flatMap((row) => (row.solution ? [row.solution] : [])))].slice(
    0,
    MAX_OFFERED_SOLUTIONS,
  );
}

/** Resolves or withdraws a call. The solution is optional; the reason for a withdrawal is required. */
export function CloseCallDialog({ verb, call, onClose }: Props) {
  const t = useT();
  const fields = FIELDS_BY_VERB[verb];
  const form = useForm(fields);
  const { sendAction, busy, refusal } = useCallAction({ showsRefusalInDialog: true });
  const earlierSolutions = useEarlierSolutions(call, verb === 'solve');
  const title = t(verb === 'solve' ? 'solve' : 'withdrawCall');

  const submit = async () => {
    const values = form.check();
    if (!values || !(await sendAction(verb, { id: call.id, version: call.version, ...values }))) return;
    onClose();
  };
  return (
    <Dialog isOpen title={title} className="call-dialog" onClose={() => !busy && onClose()}>
      <FormArea form={form} label={title} className="call-dialog-form" onSubmit={() => void submit()}>
        <DialogBody>
          <p className="call-dialog-about">
            <strong>{call.deviceName ?? call.processName}</strong> · {call.typeName}
          </p>
          {refusal && (
            <div className="call-dialog-refusal" role="alert">
              {refusal}
            </div>
          )}
          {verb === 'solve' ? (
            <Field of={{ fields: FIELDS_BY_VERB.solve }} name="solution" autoFocus />
          ) : (
            <Field of={{ fields: FIELDS_BY_VERB.cancel }} name="reason" autoFocus />
          )}
          {earlierSolutions.length > 0 && (
            <div className="call-earlier">
              {earlierSolutions.map((solution) => (
                <Button key={solution} text={solution} onClick={() => form.set('solution', solution)} />
              ))}
            </div>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button size="large" text={t('cancel')} disabled={busy} onClick={onClose} />
              <Button
                size="large"
                type="submit"
                intent={verb === 'solve' ? 'primary' : 'danger'}
                text={title}
                loading={busy}
              />
            </>
          }
        />
      </FormArea>
    </Dialog>
  );
}
