import { Button, DialogBody, TextArea } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { PictureInput } from './picture-input.tsx';
import { useCallAction } from './use-call-verb.ts';
import '#client/kit/forms/form-dialog.css';
import './raise-call.css';

/** The location of a call for help: a device, a process, or both. */
export interface CallPlace {
  readonly deviceId: number | null;
  readonly processId: number | null;
  /** The name of the location. */
  readonly name: string;
}

interface Props {
  /** The location; null if the user must choose one of `places` first. */
  place: CallPlace | null;
  /** The locations that the user can choose. */
  places?: readonly CallPlace[];
  /** The token of the person identified at this terminal; by default the signed-in user's token. */
  workerToken?: string | null;
  /** Whether "the work has stopped" is chosen at first. */
  stops?: boolean;
  onClose: () => void;
}

const MAX_DESCRIPTION_LENGTH = 500;

const isSamePlace = (place: CallPlace, otherPlace: CallPlace | null): boolean =>
  place.processId === otherPlace?.processId && place.deviceId === otherPlace.deviceId;

/**
 * The dialog to raise a call for help. A click on the type of problem sends the call. Before the
 * click, the user can state that the work has stopped, and add a text and a picture.
 */
export function RaiseCallDialog({
  place: initialPlace,
  places = [],
  workerToken = null,
  stops: initialStops = false,
  onClose,
}: Props) {
  const t = useT();
  const [place, setPlace] = useState(initialPlace);
  const headingId = useId();
  const [stops, setStops] = useState(initialStops);
  const [description, setDescription] = useState('');
  const [pictureId, setPictureId] = useState<number | null>(null);
  const [isUploading, setUploading] = useState(false);
  const { sendAction, busy, refusal } = useCallAction({ workerToken, showsRefusalInDialog: true });
  const params = { filter: { classId: 'abnormalType' }, limit: 500 };
  const { data: types } = useQuery({
    queryKey: queryKeys.entity('classification', 'list', params),
    queryFn: ({ signal }) =>
      call<Reference[]>(`${entities.classification.path}/list`, params, { signal, workerToken }),
  });

  const raiseCall = async (typeId: number) => {
    if (!place) return;
    const raisedCall = await sendAction<{ code: string }>('raise', {
      typeId,
      stops,
      deviceId: place.deviceId,
      processId: place.processId,
      description: description.trim(),
      picture: pictureId,
    });
    if (!raisedCall) return;
    showSuccess(t('callRaised', { code: raisedCall.code }));
    onClose();
  };
  const stopChoices = [
    { value: false, style: getStateStyle('raised'), words: t('workGoesOn') },
    { value: true, style: getStateStyle('down'), words: t('workStopped') },
  ];
  return (
    <Dialog isOpen title={t('abnormalCall')} className="raise-call" onClose={() => !busy && onClose()}>
      <DialogBody className="raise-call-body">
        {places.length === 0 ? (
          <p className="raise-call-place">{place?.name}</p>
        ) : (
          <>
            <h3>{t('whereIsIt')}</h3>
            <div className="raise-call-places" role="group" aria-label={t('whereIsIt')}>
              {places.map((placeChoice) => (
                <button
                  key={`${placeChoice.processId} ${placeChoice.deviceId}`}
                  type="button"
                  className="raise-call-choice"
                  aria-pressed={isSamePlace(placeChoice, place)}
                  onClick={() => setPlace(placeChoice)}
                >
                  {placeChoice.name}
                </button>
              ))}
            </div>
          </>
        )}
        {refusal && (
          <div className="form-dialog-refusal" role="alert">
            {refusal}
          </div>
        )}
        <div className="raise-call-stops" role="group" aria-label={t('stops')}>
          {stopChoices.map(({ value, style, words }) => (
            <button
              key={String(value)}
              type="button"
              className={`raise-call-choice state-${style.tone}`}
              aria-pressed={stops === value}
              onClick={() => setStops(value)}
            >
              <span aria-hidden="true">{style.shape}</span> {words}
            </button>
          ))}
        </div>
        <h3 id={headingId}>{t('whatIsWrong')}</h3>
        {types?.length === 0 && <p className="raise-call-none">{t('noCallTypes')}</p>}
        <div className="raise-call-types" role="group" aria-labelledby={headingId} aria-busy={!types}>
          {types?.map((type) => (
            <Button
              key={type.id}
              size="large"
              text={type.label}
              disabled={busy || isUploading || !place}
              onClick={() => void raiseCall(type.id)}
            />
          ))}
        </div>
        <details className="raise-call-more">
          <summary>{t('callDetails')}</summary>
          <TextArea
            fill
            rows={2}
            maxLength={MAX_DESCRIPTION_LENGTH}
            value={description}
            placeholder={t('description')}
            aria-label={t('description')}
            onChange={(event) => setDescription(event.target.value)}
          />
          <PictureInput workerToken={workerToken} onChange={setPictureId} onBusy={setUploading} />
        </details>
      </DialogBody>
    </Dialog>
  );
}
