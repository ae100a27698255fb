import { useT } from '#client/kit/words/t.ts';

interface Props {
  extras: readonly { taskId: number; name: string; reason: string }[];
  chosenId: number | null;
  onChoose: (taskId: number) => void;
}

/** Offers unfinished extra processes on which nobody works, with their reasons. Shows nothing if there are none. */
export function WaitingExtras({ extras, chosenId, onChoose }: Props) {
  const t = useT();
  if (extras.length === 0) return null;
  return (
    <fieldset className="floor-choices waiting-extras">
      <legend>{t('unfinishedExtraProcesses')}</legend>
      {extras.map(({ taskId, name, reason }) => (
        <button
          key={taskId}
          type="button"
          className="device-button"
          aria-pressed={taskId === chosenId}
          onClick={() => onChoose(taskId)}
        >
          <span>{name}</span>
          <small>{reason}</small>
        </button>
      ))}
    </fieldset>
  );
}
