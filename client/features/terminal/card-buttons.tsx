import { useState } from 'react';
import type { ScanAnswer } from '#shared/answers/terminal.ts';
import { useT } from '#client/kit/words/t.ts';
import {
  CombineCardsDialog,
  SplitCardDialog,
  type ReplacingCard,
} from '#client/production/cards/card-dialogs.tsx';
import type { IdentifiedPerson } from './people/identified-people.ts';

interface Props {
  card: Extract<ScanAnswer, { kind: 'card' }>;
  worker: IdentifiedPerson;
  /** Opens the card with this code, so that the worker continues with that card. */
  onOpen: (code: string) => void;
}

/** Buttons that split the scanned card, or combine it with other cards of its part. */
export function CardButtons({ card, worker, onOpen }: Props) {
  const t = useT();
  const [dialog, setDialog] = useState<'split' | 'combine' | null>(null);
  const { cardId } = card;
  if (card.state !== 'active' || cardId === null) return null;
  const dialogProps = {
    card: { ...card, cardId },
    workerToken: worker.token,
    onDone: ([first]: readonly ReplacingCard[]) => {
      setDialog(null);
      if (first) onOpen(first.code);
    },
    onClose: () => setDialog(null),
  };
  return (
    <>
      <button type="button" className="floor-button" onClick={() => setDialog('split')}>
        {t('splitCardShort')}
      </button>
      {card.otherCards.length > 0 && (
        <button type="button" className="floor-button" onClick={() => setDialog('combine')}>
          {t('combineCardsShort')}
        </button>
      )}
      {dialog === 'split' && <SplitCardDialog {...dialogProps} />}
      {dialog === 'combine' && <CombineCardsDialog {...dialogProps} otherCards={card.otherCards} />}
    </>
  );
}
