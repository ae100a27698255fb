import type { MeasureKind } from '#shared/entities/corrective-measure.ts';
import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import { PrintDialog } from '#client/kit/elements/print-dialog.tsx';
import { PrintedForm } from '#client/kit/elements/printed-form.tsx';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatScope } from './format-scope.ts';

interface Props {
  corrective: CorrectiveDetail;
}

function SheetMeasures({ corrective, kind }: Props & { kind: MeasureKind }) {
  const t = useT();
  const measures = corrective.measures.filter((measure) => measure.kind === kind);
  if (measures.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th>{t('correctiveMeasure')}</th>
          <th>{t('measureOwner')}</th>
          <th>{t('measureDueOn')}</th>
          <th>{t('measureDoneOn')}</th>
          <th>{t('measureResult')}</th>
        </tr>
      </thead>
      <tbody>
        {measures.map(({ id, what, owner, dueOn, doneOn, doneBy, result }) => (
          <tr key={id}>
            <td>{what}</td>
            <td>{owner}</td>
            <td>{dueOn}</td>
            <td>
              {doneOn} {doneBy}
            </td>
            <td>{result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The printed 8D report of a corrective action. */
function CorrectiveSheet({ corrective }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { factoryName } = useUser();
  const { code, leader, members, exceptions, whys, events } = corrective;
  return (
    <article className="print-sheet corrective-sheet">
      <header>
        <div>
          <h2>{t('correctiveSheet')}</h2>
          <dl>
            <dt>{t('factory')}</dt>
            <dd>{factoryName}</dd>
            <dt>{t('correctiveCode')}</dt>
            <dd>{code}</dd>
            <dt>{t('correctiveState')}</dt>
            <dd>{t(corrective.state)}</dd>
            <dt>{t('errorClass')}</dt>
            <dd>{corrective.errorClass}</dd>
            <dt>{t('scopeOfCorrective')}</dt>
            <dd>{formatScope(corrective, t)}</dd>
            <dt>{t('correctiveRaisedAt')}</dt>
            <dd>
              {formatMoment(corrective.raisedAt, zone)} · {corrective.raisedBy}
            </dd>
          </dl>
        </div>
        <QrCode text={code} label={code} />
      </header>
      <h3>{t('stepTeam')}</h3>
      <p>
        {t('correctiveLeader')} {leader}
        {members.length > 0 && ` · ${t('correctiveMembers')} ${joinWords(members)}`}
      </p>
      <h3>{t('stepProblem')}</h3>
      <p>{corrective.problem}</p>
      {exceptions.length > 0 && (
        <p>
          {t('qualityExceptions')} {joinWords(exceptions.map((exception) => exception.code))}
        </p>
      )}
      <h3>{t('stepContainment')}</h3>
      <p>{corrective.containment}</p>
      <SheetMeasures corrective={corrective} kind="containing" />
      <h3>{t('stepRootCause')}</h3>
      <ol>
        {whys.map((why, index) => (
          <li key={index}>{why}</li>
        ))}
      </ol>
      <p>{corrective.rootCause}</p>
      <h3>{`${t('stepPlan')} · ${t('stepMeasures')}`}</h3>
      <SheetMeasures corrective={corrective} kind="correcting" />
      <h3>{t('stepPrevention')}</h3>
      <p>{corrective.preventiveAction}</p>
      <SheetMeasures corrective={corrective} kind="preventing" />
      <h3>{t('stepClosing')}</h3>
      {corrective.checkDueOn && <p>{t('checkDueBy', { day: corrective.checkDueOn })}</p>}
      <ul>
        {events.map(({ id, kind, at, by, reason, exceptionCode }) => (
          <li key={id}>
            {formatMoment(at, zone)} {t(kind)} {exceptionCode} {by} {reason}
          </li>
        ))}
      </ul>
      <footer>
        <p>{t('correctiveLeader')}</p>
        <p>{t('approvedByHand')}</p>
      </footer>
    </article>
  );
}

/** Prints the 8D report of a corrective action instead of its page, for example after Ctrl+P. */
export const PrintedCorrectiveSheet = ({ corrective }: Props) => (
  <PrintedForm>
    <CorrectiveSheet corrective={corrective} />
  </PrintedForm>
);

/** Shows a corrective action as an 8D report, and prints it. */
export function CorrectiveSheetDialog({ corrective, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  return (
    <PrintDialog title={t('printCorrective')} onClose={onClose}>
      <CorrectiveSheet corrective={corrective} />
    </PrintDialog>
  );
}
