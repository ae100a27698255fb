import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import { number, quantity } from '#shared/kernel/fields.ts';
import { divideEqually } from '#shared/ledger/divide-card.ts';
import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '../reporting/use-report.ts';
import './card-dialogs.css';

/** The data of a card that the screen shows when the card is divided or combined. */
export interface ShownCard {
  cardId: number;
  version: number;
  code: string;
  quantity: number;
}

/** A new card that replaces divided or combined cards. */
export interface ReplacingCard {
  id: number;
  code: string;
  quantity: number;
}

interface Props {
  card: ShownCard;
  /** The token of the person identified at a terminal. */
  workerToken?: string | null;
  onDone: (cards: readonly ReplacingCard[]) => void;
  onClose: () => void;
}

const CARD_PATH = entities.card.path;
const SPLIT_FIELDS = { quantity: quantity({ required: true, min: 0.0001, label: 'splitQuantity' }) } as const;
const UNPACK_FIELDS = {
  count: number({ required: true, min: 2, max: 100, decimals: 0, label: 'unpackCount' }),
} as const;

const describeCards = (cards: readonly ReplacingCard[]): string =>
  joinWords(cards.map((card) => `${card.code} (${formatNumber(card.quantity)})`));

/** Splits a quantity off a card. */
export function SplitCardDialog({ card, workerToken, onDone, onClose }: Props) {
  const t = useT();
  const form = useForm(SPLIT_FIELDS);
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const splitQuantity = Number(form.values['quantity']);
  const isPossible = splitQuantity > 0 && splitQuantity < card.quantity;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<{ cards: ReplacingCard[] }>(`${CARD_PATH}/split`, {
      cardId: card.cardId,
      version: card.version,
      ...values,
    });
    if (!answer) return;
    showSuccess(t('cardReplaced', { name: card.code, cards: describeCards(answer.cards) }));
    onDone(answer.cards);
  };
  return (
    <FormDialog
      title={t('splitCardNamed', { name: card.code })}
      subject={t('splitCardAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('splitCard')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: SPLIT_FIELDS }} name="quantity" autoFocus />
      <p className="field-hint field-across" role="status">
        {isPossible
          ? t('splitCardPreview', {
              quantity: formatNumber(splitQuantity),
              rest: formatNumber(subtractQuantities(card.quantity, splitQuantity)),
            })
          : t('cardHolds', { quantity: formatNumber(card.quantity) })}
      </p>
    </FormDialog>
  );
}

/** Unpacks a card into several equal cards. */
export function UnpackCardDialog({ card, workerToken, onDone, onClose }: Props) {
  const t = useT();
  const form = useForm(UNPACK_FIELDS, { count: 2 });
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const count = Number(form.values['count']);
  const shares =
    Number.isInteger(count) && count >= 2 && count <= 100 ? divideEqually(card.quantity, count) : [];
  const sizes = [...new Set(shares)].map((size) => ({
    size,
    cards: shares.filter((share) => share === size).length,
  }));
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<{ cards: ReplacingCard[] }>(`${CARD_PATH}/unpack`, {
      cardId: card.cardId,
      version: card.version,
      ...values,
    });
    if (!answer) return;
    showSuccess(t('cardReplaced', { name: card.code, cards: describeCards(answer.cards) }));
    onDone(answer.cards);
  };
  return (
    <FormDialog
      title={t('unpackCardNamed', { name: card.code })}
      subject={t('splitCardAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('unpackCard')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: UNPACK_FIELDS }} name="count" autoFocus />
      <p className="field-hint field-across" role="status">
        {t('cardHolds', { quantity: formatNumber(card.quantity) })}
        {sizes.length > 0 &&
          ` → ${sizes.map(({ size, cards }) => `${cards} × ${formatNumber(size)}`).join(' + ')}`}
      </p>
    </FormDialog>
  );
}

/** Combines cards of the same part. The card in `card` is always one of them. */
export function CombineCardsDialog({
  card,
  otherCards,
  workerToken,
  onDone,
  onClose,
}: Props & {
  /** The other active cards of the part. */
  otherCards: readonly ShownCard[];
}) {
  const t = useT();
  const form = useForm({});
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const [chosenIds, setChosenIds] = useState<readonly number[]>(
    otherCards.length === 1 ? [otherCards[0]!.cardId] : [],
  );
  const chosenCards = [card, ...otherCards.filter(({ cardId }) => chosenIds.includes(cardId))];
  const total = addQuantities(...chosenCards.map((one) => one.quantity));
  const submit = async () => {
    const answer = await sendCommand<{ cards: ReplacingCard[] }>(`${CARD_PATH}/combine`, {
      cards: chosenCards.map(({ cardId, version }) => ({ cardId, version })),
    });
    if (!answer) return;
    const names = joinWords(chosenCards.map(({ code }) => code));
    showSuccess(t('cardReplaced', { name: names, cards: describeCards(answer.cards) }));
    onDone(answer.cards);
  };
  return (
    <FormDialog
      title={t('combineCardNamed', { name: card.code })}
      subject={t('combineCardsAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('combineCards')}
      onSubmit={() => chosenCards.length > 1 && void submit()}
      onClose={onClose}
    >
      <fieldset className="card-choice field-across">
        <legend>{t('combineWith')}</legend>
        {otherCards.map((other) => (
          <Checkbox
            key={other.cardId}
            large
            checked={chosenIds.includes(other.cardId)}
            label={`${other.code} · ${formatNumber(other.quantity)}`}
            onChange={() =>
              setChosenIds(
                chosenIds.includes(other.cardId)
                  ? chosenIds.filter((id) => id !== other.cardId)
                  : [...chosenIds, other.cardId],
              )
            }
          />
        ))}
      </fieldset>
      <p className="field-hint field-across" role="status">
        {chosenCards.length > 1
          ? t('combinePreview', { count: chosenCards.length, quantity: formatNumber(total) })
          : t('combineChoose')}
      </p>
    </FormDialog>
  );
}
