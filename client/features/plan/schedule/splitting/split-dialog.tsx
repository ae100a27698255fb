import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import { MAX_SHARES } from '#shared/planning/split-fields.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import type { WantedShare } from '../pinning/use-pin.ts';
import type { PlanNames } from '../plan-names.ts';
import { useOperationSplit } from './use-operation-split.ts';
import {
  countPossibleShares,
  findRepeatedMachine,
  parseQuantity,
  proposeShares,
  sumShares,
  toWantedShares,
  type EnteredShare,
} from './wanted-shares.ts';
import './splitting.css';

interface Props {
  bar: PlanBar;
  names: PlanNames;
  isBusy: boolean;
  onSplit: (shownSplit: OperationSplit, shares: readonly WantedShare[]) => void;
  onClose: () => void;
}

const NO_FIELDS: FieldMap = {};

/** Splits an operation over machines, changes its shares, or joins the shares again. */
export function SplitDialog({ bar, names, isBusy, onSplit, onClose }: Props) {
  const t = useT();
  const form = useForm(NO_FIELDS, {});
  const shownSplit = useOperationSplit(bar.source.processId);
  const [enteredShares, setEnteredShares] = useState<readonly EnteredShare[] | null>(null);
  const maxShareCount = shownSplit ? countPossibleShares(shownSplit) : 0;
  const isSplit = (shownSplit?.shares.length ?? 0) > 0;
  const shares: readonly EnteredShare[] =
    enteredShares ??
    (shownSplit && isSplit
      ? shownSplit.shares
      : shownSplit && maxShareCount >= 2
        ? proposeShares(shownSplit, 2, [], bar.machine)
        : []);
  const sum = sumShares(shares);
  const repeatedIndex = findRepeatedMachine(shares);
  const nameOf = (deviceId: number): string =>
    shownSplit?.machines.find((machine) => machine.deviceId === deviceId)?.name ??
    names.nameMachine(deviceId);
  const isReady =
    shownSplit !== null &&
    shares.length >= 2 &&
    sum === shownSplit.remaining &&
    repeatedIndex < 0 &&
    shares.every(({ quantity }) => quantity !== null && quantity > 0);
  const setShare = (index: number, fields: Partial<EnteredShare>): void =>
    setEnteredShares(shares.with(index, { ...shares[index]!, ...fields }));
  const shareCounts = Array.from(
    { length: Math.max(0, Math.min(maxShareCount, MAX_SHARES) - 1) },
    (_, index) => index + 2,
  );
  return (
    <FormDialog
      title={t('splitOperation')}
      subject={names.nameTask(bar.task)}
      form={form}
      busy={isBusy}
      wide
      submitText={isReady ? t('splitOperation') : null}
      onSubmit={() => isReady && onSplit(shownSplit, toWantedShares(shares))}
      onClose={onClose}
    >
      <p className="field-across split-about">{t('splitAbout')}</p>
      {shownSplit && shares.length === 0 && (
        <p className="field-across split-about" role="alert">
          {shownSplit.remaining === 0
            ? t('error.splitEnded', { name: bar.source.name })
            : t('error.splitSinglePiece', { name: bar.source.name, remaining: shownSplit.remaining })}
        </p>
      )}
      {shownSplit && shares.length > 0 && (
        <div className="field-across">
          <div className="split-tools">
            <label>
              {t('machineCount')}{' '}
              <HTMLSelect
                value={shares.length}
                options={shareCounts.includes(shares.length) ? shareCounts : [...shareCounts, shares.length]}
                onChange={(event) =>
                  setEnteredShares(proposeShares(shownSplit, Number(event.target.value), shares, bar.machine))
                }
              />
            </label>
            <Button
              text={t('shareEqually')}
              onClick={() => setEnteredShares(proposeShares(shownSplit, shares.length, shares, bar.machine))}
            />
            {isSplit && (
              <Button
                intent="danger"
                variant="outlined"
                text={t('joinOperation')}
                disabled={isBusy}
                onClick={() => onSplit(shownSplit, [])}
              />
            )}
          </div>
          <table className="plain-table split-shares">
            <thead>
              <tr>
                <th scope="col">{t('device')}</th>
                <th scope="col">{t('quantity')}</th>
              </tr>
            </thead>
            <tbody>
              {shares.map((share, index) => (
                <tr key={index}>
                  <td>
                    <HTMLSelect
                      fill
                      aria-label={`${t('device')} ${index + 1}`}
                      value={String(share.deviceId)}
                      options={[
                        ...(shownSplit.machines.some(({ deviceId }) => deviceId === share.deviceId)
                          ? []
                          : [{ value: String(share.deviceId), label: nameOf(share.deviceId) || '—' }]),
                        ...shownSplit.machines.map(({ deviceId, code, name, workGroupName }) => ({
                          value: String(deviceId),
                          label: [code, name, workGroupName].filter(Boolean).join(' · '),
                        })),
                      ]}
                      onChange={(event) => setShare(index, { deviceId: Number(event.target.value) })}
                    />
                  </td>
                  <td>
                    <InputGroup
                      fill
                      inputMode="decimal"
                      aria-label={`${t('quantity')} ${index + 1}`}
                      intent={share.quantity ? 'none' : 'danger'}
                      value={share.text ?? String(share.quantity)}
                      onChange={({ target: { value: text } }) =>
                        setShare(index, { text, quantity: parseQuantity(text) })
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={`split-sum${sum === shownSplit.remaining ? '' : ' split-wrong'}`} role="status">
            {t('sharesAddUp', { sum: formatNumber(sum), remaining: formatNumber(shownSplit.remaining) })}
            {repeatedIndex >= 0 && (
              <span className="split-wrong">
                {' '}
                {t('error.shareMachineTwice', { device: nameOf(shares[repeatedIndex]!.deviceId) })}
              </span>
            )}
          </p>
        </div>
      )}
    </FormDialog>
  );
}
