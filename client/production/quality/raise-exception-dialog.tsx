import { Button, Checkbox, DialogBody, TextArea } from '@blueprintjs/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { HoldableAnswer, HoldableBucket, OwnLastReport } from '#shared/quality/answers.ts';
import { listClassPaths } from '#shared/planning/class-paths.ts';
import { entities } from '#shared/entities/index.ts';
import { qualityExceptionFields } from '#shared/entities/quality-form-fields.ts';
import { quantity as quantityField, type Field } from '#shared/kernel/fields.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { CellInput } from '#client/kit/fields/cell-input.tsx';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { useSendOnce } from '#client/kit/forms/use-send-once.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { PictureInput } from '../calls/picture-input.tsx';
import { ERRORS_IN_FORM, reloadDataChangedByReport } from '../reporting/use-report.ts';
import '#client/kit/forms/form-dialog.css';
import '../calls/raise-call.css';
import './raise-exception.css';

interface Props {
  processId: number;
  /** The name of the process. */
  name: string;
  cardId?: number | null;
  /** The finished exception that the new exception corrects. */
  correctedException?: { id: number; code: string } | null;
  /**
   * The failed inspection that caused the exception, with the quantity and the description that the dialog
   * proposes.
   */
  inspection?: { id: number; quantity: number; description: string } | null;
  /** The token of the person identified at this terminal; by default the signed-in user's token. */
  workerToken?: string | null;
  onClose: () => void;
}

const QUANTITY_FIELD = quantityField({ required: true, min: 0.0001, label: 'heldQuantity' }) as Field;
const MAX_DESCRIPTION_LENGTH = 1000;

const getBucketKey = ({ processId, source }: HoldableBucket): string => `${processId} ${source}`;

/** Returns how many pieces of a bucket come from the caller's last report; 0 for a bucket of another process. */
const countReportedPieces = (
  report: OwnLastReport | null,
  { processId, source }: HoldableBucket,
  reportedProcessId: number,
): number => (report && processId === reportedProcessId ? report.pieces[source] : 0);

/**
 * Raises a quality exception. The user chooses where the pieces are and how many; a click on the defect sends the
 * exception. If the user has just reported such pieces, the exception refers to that report.
 */
export function RaiseExceptionDialog({
  processId,
  name,
  cardId = null,
  correctedException = null,
  inspection = null,
  workerToken = null,
  onClose,
}: Props) {
  const t = useT();
  const client = useQueryClient();
  const headingId = useId();
  const [bucketKey, setBucketKey] = useState<string | null>(null);
  const [typedQuantity, setQuantity] = useState<unknown>();
  const [description, setDescription] = useState(inspection?.description ?? '');
  const [pictureId, setPictureId] = useState<number | null>(null);
  const [isUploading, setUploading] = useState(false);
  const [isComplaint, setComplaint] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, sendOnce } = useSendOnce();
  const { arrangedFields } = useArrangedFormFields('qualityException', qualityExceptionFields);
  const findField = (name: keyof typeof qualityExceptionFields) =>
    arrangedFields?.find((candidate) => candidate.name === name);
  const isShown = (name: keyof typeof qualityExceptionFields) => findField(name)?.shown ?? true;
  const isRequired = (name: keyof typeof qualityExceptionFields) => findField(name)?.required ?? false;
  const { data: holdable } = useQuery({
    queryKey: queryKeys.entity('process', 'holdable', processId),
    queryFn: ({ signal }) =>
      call<HoldableAnswer>('/mes/quality/holdable', { processId }, { signal, workerToken }),
  });
  const params = { filter: { classId: 'errorClass' }, limit: 500 };
  const { data: errorClasses } = useQuery({
    queryKey: queryKeys.entity('classification', 'list', params),
    queryFn: ({ signal }) =>
      call<Reference[]>(`${entities.classification.path}/list`, params, { signal, workerToken }),
  });
  const buckets = holdable?.rows ?? [];
  const report = holdable?.report ?? null;
  // The pieces that the user has just reported as bad are proposed first.
  const proposedBucket =
    buckets.find(
      (bucket) => bucket.source !== 'good' && countReportedPieces(report, bucket, processId) > 0,
    ) ?? buckets[0];
  const bucket = buckets.find((candidate) => getBucketKey(candidate) === bucketKey) ?? proposedBucket;
  // A batch that was inspected may have more pieces than the bucket has.
  const proposedQuantity = Math.min(inspection?.quantity ?? 1, bucket?.available ?? 1);
  const quantity = typedQuantity === undefined ? proposedQuantity : typedQuantity;
  const count = Number(quantity);

  const raiseException = async (errorClassId: number | null) => {
    if (!bucket) return;
    const reportedQuantity = countReportedPieces(report, bucket, processId);
    const fields = {
      processId: bucket.processId,
      source: bucket.source,
      quantity,
      discoveryProcessId: processId,
      errorClassId,
      cardId,
      reportId: reportedQuantity >= count ? report!.reportId : null,
      correctsId: correctedException?.id ?? null,
      inspectionId: inspection?.id ?? null,
      customerComplaint: isComplaint,
      description: description.trim(),
      picture: pictureId,
    };
    const raisedException = await sendOnce<{ code: string } | null>(
      [fields],
      (id) => {
        setRefusal(null);
        return send('/mes/quality/raise', fields, { id, workerToken, codesShownElsewhere: ERRORS_IN_FORM });
      },
      (error) => {
        setRefusal(error.code === 'fieldsInvalid' ? (Object.values(error.fields)[0] ?? null) : error.message);
        return null;
      },
    );
    void reloadDataChangedByReport(client);
    if (!raisedException) return;
    void client.invalidateQueries({ queryKey: queryKeys.entity('qualityException') });
    showSuccess(t('exceptionRaised', { code: raisedException.code, quantity: count }));
    onClose();
  };
  const isMissing =
    (isRequired('description') && description.trim() === '') || (isRequired('picture') && pictureId === null);
  const isReady = bucket !== undefined && count > 0 && !busy && !isUploading && !isMissing;
  return (
    <Dialog
      isOpen
      title={
        correctedException ? `${t('correctsException')} ${correctedException.code}` : t('raiseException')
      }
      className="raise-call"
      onClose={() => !busy && onClose()}
    >
      <DialogBody className="raise-call-body">
        <p className="raise-call-place">{name}</p>
        {refusal && (
          <div className="form-dialog-refusal" role="alert">
            {refusal}
          </div>
        )}
        <h3>{t('whereArePieces')}</h3>
        {holdable && buckets.length === 0 && <p className="raise-call-none">{t('nothingToHold')}</p>}
        <div
          className="raise-call-places"
          role="group"
          aria-label={t('whereArePieces')}
          aria-busy={!holdable}
        >
          {buckets.map((candidate) => (
            <button
              key={getBucketKey(candidate)}
              type="button"
              className="raise-call-choice raise-exception-bucket"
              aria-pressed={candidate === bucket}
              onClick={() => setBucketKey(getBucketKey(candidate))}
            >
              {t(candidate.source)} {formatNumber(candidate.available)}
              {candidate.processId !== processId && <small>{candidate.processName}</small>}
            </button>
          ))}
        </div>
        <h3>{t('heldQuantity')}</h3>
        <div className="raise-exception-quantity">
          <Button
            size="large"
            text="−"
            aria-label={t('oneLess')}
            disabled={!(count > 1)}
            onClick={() => setQuantity(count - 1)}
          />
          <CellInput
            field={QUANTITY_FIELD}
            id={`${headingId}-quantity`}
            name="quantity"
            value={quantity}
            onChange={setQuantity}
            ariaLabel={t('heldQuantity')}
          />
          <Button
            size="large"
            text="+"
            aria-label={t('oneMore')}
            disabled={!bucket || count + 1 > bucket.available}
            onClick={() => setQuantity((count || 0) + 1)}
          />
          {bucket && bucket.available > 1 && (
            <Button
              size="large"
              text={t('allOf', { quantity: formatNumber(bucket.available) })}
              onClick={() => setQuantity(bucket.available)}
            />
          )}
        </div>
        {isShown('description') && (
          <TextArea
            fill
            rows={2}
            maxLength={MAX_DESCRIPTION_LENGTH}
            value={description}
            placeholder={`${t('exceptionDescription')}${isRequired('description') ? ' *' : ''}`}
            aria-label={t('exceptionDescription')}
            aria-required={isRequired('description')}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
        {/* Only people at a desk receive complaints, so a terminal has no switch for them. */}
        {workerToken === null && inspection === null && (
          <Checkbox
            label={t('customerComplaint')}
            checked={isComplaint}
            onChange={(event) => setComplaint(event.currentTarget.checked)}
          />
        )}
        {isShown('picture') && (
          <PictureInput workerToken={workerToken} onChange={setPictureId} onBusy={setUploading} />
        )}
        {isMissing && <p className="field-hint">{t('fillRequiredFirst')}</p>}
        <h3 id={headingId}>{t('pressDefect')}</h3>
        <div className="raise-call-types" role="group" aria-labelledby={headingId} aria-busy={!errorClasses}>
          {listClassPaths(errorClasses ?? []).map(({ row, path }) => (
            <Button
              key={row.id}
              size="large"
              text={path}
              disabled={!isReady}
              onClick={() => void raiseException(row.id)}
            />
          ))}
          {!isRequired('errorClassId') && (
            <Button
              size="large"
              text={t('defectUnknown')}
              disabled={!isReady}
              onClick={() => void raiseException(null)}
            />
          )}
        </div>
      </DialogBody>
    </Dialog>
  );
}
