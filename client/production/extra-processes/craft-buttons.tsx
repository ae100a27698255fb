import { Button } from '@blueprintjs/core';
import { useT } from '#client/kit/words/t.ts';
import { useExtraCrafts } from './use-extra-crafts.ts';

interface Props {
  workGroupId: number | null;
  chosenId: number | null;
  onPick: (craftId: number) => void;
}

/** The maximum number of buttons. Users find the other crafts with the input above the buttons. */
const MAX_CRAFT_BUTTONS = 8;

/** Offers buttons for the most likely crafts of an extra process of a work group. */
export function CraftButtons({ workGroupId, chosenId, onPick }: Props) {
  const t = useT();
  const crafts = useExtraCrafts(workGroupId).slice(0, MAX_CRAFT_BUTTONS);
  if (crafts.length === 0) return null;
  return (
    <div className="device-picks" role="group" aria-label={t('crafts')}>
      {crafts.map(({ id, name }) => (
        <Button
          key={id}
          active={id === chosenId}
          aria-pressed={id === chosenId}
          text={name}
          onClick={() => onPick(id)}
        />
      ))}
    </div>
  );
}
