import { Callout } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { PairingRequest } from '#shared/answers/boards/wall.ts';
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
  scannedCode: string | null;
  /** The screen to pair the browser with; null if the user chooses or adds a screen. */
  screen: { readonly id: number; readonly name: string } | null;
  onClose: () => void;
}

/**
 * Pairs a screen with the browser that shows a code. The dialog first checks the code and shows
 * which browser requested it. Then the user chooses or adds a screen, and confirms.
 */
export function PairScreenDialog({ scannedCode, screen, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { refresh } = useScreens();
  const [pairingRequest, setPairingRequest] = useState<PairingRequest | null>(null);
  // The id of the screen that this dialog has added. A retry after a refusal then does not add another screen.
  const addedScreenId = useRef<number | null>(null);
  const form = useForm(PAIR_FIELDS, { code: scannedCode, screenId: screen?.id ?? null });
  const isNew = typeof form.values['screenId'] !== 'number';

  const { busy, submit } = useSubmit(form, async ({ code, screenId, ...values }) => {
    const codesShownElsewhere = ['pairingCodeUnknown', 'fieldsInvalid'] as const;
    if (!pairingRequest) {
      setPairingRequest(await call<PairingRequest>('/mes/screen/pairing', { code }, { codesShownElsewhere }));
      return;
    }
    let id = screenId ?? addedScreenId.current;
    if (id === null) {
      const savedScreen = await send<{ id: number }>(`${entities.wallScreen.path}/save`, values, {
        codesShownElsewhere,
      });
      id = addedScreenId.current = savedScreen.id;
    }
    const pairedScreen = await send<{ name: string }>(
      '/mes/screen/pair',
      { screenId: id, code: pairingRequest.code },
      { codesShownElsewhere },
    );
    await refresh();
    showSuccess(t('screenPaired', { name: pairedScreen.name }));
    onClose();
  });

  // A scanned code is checked at once.
  const initialCheck = useRef(scannedCode === null ? null : submit);
  useEffect(() => {
    initialCheck.current?.();
    initialCheck.current = null;
  }, []);

  return (
    <FormDialog
      title={screen ? `${t('pairScreen')}: ${screen.name}` : t('pairScreen')}
      subject={
        pairingRequest ? undefined : t('pairScreenAbout', { address: window.location.origin + WALL_PATH })
      }
      form={form}
      busy={busy}
      submitText={t(pairingRequest ? 'pair' : 'checkCode')}
      onSubmit={submit}
      onClose={onClose}
    >
      {pairingRequest ? (
        <>
          <Callout className="field-wide" intent="primary">
            {t('pairingFound', { ip: pairingRequest.ip, time: formatTime(pairingRequest.askedAt, zone) })}{' '}
            {t('pairingCheck')}
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
