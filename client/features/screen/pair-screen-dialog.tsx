import { Callout } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { PairingRequest } from '#shared/answers/wall.ts';
import { entities } from '#shared/entities/index.ts';
import { ref, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { WALL_PATH } from '#client/kit/pages/addresses.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ShownFields, SHOWN_FIELDS } from './shown-fields.tsx';
import { useScreens } from './use-screens.ts';

const { name, place, sizeInches, viewingDistance } = entities.wallScreen.fields;
const PAIR_FIELDS = {
  code: text({ required: true, max: 20, label: 'pairingCode' }),
  screenId: ref('wallScreen', { label: 'registeredScreen' }),
  // The name is required only for a new screen.
  name: { ...name, required: false },
  place,
  ...SHOWN_FIELDS,
  sizeInches,
  viewingDistance,
};
const PAIR_FORM = { fields: PAIR_FIELDS };
const NEW_SCREEN_FORM = { fields: { ...PAIR_FIELDS, name } };

interface Props {
  /** The code in the address of a scanned QR code; null if the user types the code. */
  scanned: string | null;
  /** The screen that gets the browser; null if the user chooses or adds one. */
  screen: { readonly id: number; readonly name: string } | null;
  onClose: () => void;
}

/**
 * Pairs the browser that shows a code with a screen. First the code is checked, so that the user sees which browser shows
 * it. Then the user names a new screen or chooses one, and confirms.
 */
export function PairScreenDialog({ scanned, screen, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { refresh } = useScreens();
  const [found, setFound] = useState<PairingRequest | null>(null);
  // If the pairing is refused, the screen that was added for it is used again.
  const added = useRef<number | null>(null);
  const form = useForm(PAIR_FIELDS, { code: scanned, screenId: screen?.id ?? null });
  const isNew = typeof form.values['screenId'] !== 'number';

  const { busy, submit } = useSubmit(form, async ({ code, screenId, ...values }) => {
    const shownElsewhere = ['pairingCodeUnknown', 'fieldsInvalid'] as const;
    if (!found) {
      setFound(await call<PairingRequest>('/mes/screen/pairing', { code }, { shownElsewhere }));
      return;
    }
    let id = screenId ?? added.current;
    if (id === null) {
      const saved = await send<{ id: number }>(`${entities.wallScreen.path}/save`, values, {
        shownElsewhere,
      });
      id = added.current = saved.id;
    }
    const paired = await send<{ name: string }>(
      '/mes/screen/pair',
      { screenId: id, code: found.code },
      { shownElsewhere },
    );
    await refresh();
    showSuccess(t('screenPaired', { name: paired.name }));
    onClose();
  });

  // A scanned code is checked at once.
  const check = useRef(scanned === null ? null : submit);
  useEffect(() => {
    check.current?.();
    check.current = null;
  }, []);

  return (
    <FormDialog
      title={screen ? `${t('pairScreen')}: ${screen.name}` : t('pairScreen')}
      about={found ? undefined : t('pairScreenAbout', { address: window.location.origin + WALL_PATH })}
      form={form}
      busy={busy}
      submit={t(found ? 'pair' : 'checkCode')}
      onSubmit={submit}
      onClose={onClose}
    >
      {found ? (
        <>
          <Callout className="field-wide" intent="primary">
            {t('pairingFound', { ip: found.ip, time: formatTime(found.askedAt, zone) })} {t('pairingCheck')}
          </Callout>
          {isNew && (
            <>
              <Field of={NEW_SCREEN_FORM} name="name" autoFocus />
              <Field of={PAIR_FORM} name="place" />
              <ShownFields values={form.values} />
              <Field of={PAIR_FORM} name="sizeInches" />
              <Field of={PAIR_FORM} name="viewingDistance" />
            </>
          )}
          {!screen && <Field of={PAIR_FORM} name="screenId" />}
        </>
      ) : (
        <Field of={PAIR_FORM} name="code" autoFocus />
      )}
    </FormDialog>
  );
}
