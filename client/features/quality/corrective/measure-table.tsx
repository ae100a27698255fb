import { Button } from '@blueprintjs/core';
import { AddIcon, EditIcon, TrashIcon } from '@blueprintjs/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { MeasureKind } from '#shared/entities/corrective-measure.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { CorrectiveDetail, CorrectiveMeasure } from '#shared/quality/corrective.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { CompleteMeasureDialog, MeasureDialog } from './measure-dialog.tsx';
import { DueDay } from './waiting-correctives.tsx';

interface Props {
  corrective: CorrectiveDetail;
  kind: MeasureKind;
  /** Whether the user may add and change measures now. */
  mayEdit: boolean;
}

type OpenDialog =
  | { kind: 'plan'; measure: CorrectiveMeasure | null }
  | { kind: 'complete'; measure: CorrectiveMeasure };

/** Shows the measures of one kind: what is done, by whom, until when, and the result. */
export function MeasureTable({ corrective, kind, mayEdit }: Props) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const remove = useDeleteRows(entities.correctiveMeasure as EntityDeclaration);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const measures = corrective.measures.filter((measure) => measure.kind === kind);
  const isOpen = corrective.state === 'correctiveOpen';
  const removeMeasure = async ({ id, what }: CorrectiveMeasure) => {
    if (await remove([id], what))
      await client.invalidateQueries({ queryKey: queryKeys.entity('correctiveAction') });
  };
  return (
    <>
      <ul className="corrective-measures">
        {measures.map((measure) => (
          <li key={measure.id}>
            <div>
              <p>{measure.what}</p>
              <p className="quality-muted">
                <StateMark state={measure.state} /> {measure.owner} ·{' '}
                {measure.doneOn === null ? (
                  <DueDay day={measure.dueOn} isOpen={isOpen} />
                ) : (
                  `${measure.doneOn} ${measure.doneBy ?? ''}`
                )}
              </p>
              {measure.result && <q>{measure.result}</q>}
            </div>
            {isOpen && measure.state === 'measureOpen' && (
              <div className="corrective-measure-actions">
                {mayEdit && (
                  <>
                    <Button
                      variant="minimal"
                      icon={<EditIcon />}
                      aria-label={`${t('editMeasure')}: ${measure.what}`}
                      onClick={() => setDialog({ kind: 'plan', measure })}
                    />
                    <Button
                      variant="minimal"
                      icon={<TrashIcon />}
                      aria-label={`${t('delete')}: ${measure.what}`}
                      onClick={() => void removeMeasure(measure)}
                    />
                  </>
                )}
                {(mayEdit || measure.ownerId === user.employeeId) && (
                  <Button
                    text={t('completeMeasure')}
                    onClick={() => setDialog({ kind: 'complete', measure })}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {kind === 'correcting' && measures.length === 0 && (
        <p className="quality-muted">{t(corrective.rootCause === null ? 'rootCauseFirst' : 'noMeasures')}</p>
      )}
      {mayEdit && (kind !== 'correcting' || corrective.rootCause !== null) && (
        <Button
          icon={<AddIcon />}
          text={t('addMeasure')}
          onClick={() => setDialog({ kind: 'plan', measure: null })}
        />
      )}
      {dialog?.kind === 'plan' && (
        <MeasureDialog
          corrective={corrective}
          measure={dialog.measure}
          kind={kind}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'complete' && (
        <CompleteMeasureDialog measure={dialog.measure} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
