import type { TerminalDevice } from '#shared/answers/terminal.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  devices: readonly TerminalDevice[];
  /**
   * The id of the chosen device. Null is the option for no device; undefined means that nothing is
   * chosen yet.
   */
  value: number | null | undefined;
  onChange: (deviceId: number | null) => void;
}

/** Shows the devices of a work group as buttons, with the people who work on them now. */
export function DeviceChoice({ devices, value, onChange }: Props) {
  const t = useT();
  if (devices.length === 0) return null;
  return (
    <fieldset className="floor-choices">
      <legend>{t('onDevice')}</legend>
      <button type="button" aria-pressed={value === null} onClick={() => onChange(null)}>
        {t('noDevice')}
      </button>
      {devices.map(({ deviceId, name, status, busyWith }) => (
        <button
          key={deviceId}
          type="button"
          className="device-button"
          aria-pressed={deviceId === value}
          disabled={status !== 'normal'}
          onClick={() => onChange(deviceId)}
        >
          <span>{name}</span>
          {status !== 'normal' && <StateMark state={status} />}
          {busyWith.length > 0 && (
            <small>
              <span aria-hidden="true">{'▶'}</span> {t('deviceBusy', { names: joinWords(busyWith) })}
            </small>
          )}
        </button>
      ))}
    </fieldset>
  );
}
