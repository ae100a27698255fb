import type { QualityDetail } from '#shared/quality/answers.ts';
import { SIGNED_ENTRIES } from '#shared/quality/signed-document.ts';
import { PrintDialog } from '#client/kit/elements/print-dialog.tsx';
import { PrintedForm } from '#client/kit/elements/printed-form.tsx';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatEntry } from '#client/production/quality/signing/signed-document-list.tsx';

interface Props {
  exception: QualityDetail;
  onClose: () => void;
}

/** The printed form of an exception: the document that was signed last at each stage, and all signatures. */
function ExceptionSheet({ exception }: { exception: QualityDetail }) {
  const t = useT();
  const zone = useTimeZone();
  const { factoryName } = useUser();
  return (
    <article className="print-sheet">
      <header>
        <div>
          <h2>{t('exceptionSheet')}</h2>
          <dl>
            <dt>{t('factory')}</dt>
            <dd>{factoryName}</dd>
            <dt>{t('exceptionCode')}</dt>
            <dd>{exception.code}</dd>
            <dt>{t('exceptionState')}</dt>
            <dd>{t(exception.state)}</dd>
            <dt>{t('part')}</dt>
            <dd>
              {exception.orderCode} · {exception.partCode} {exception.partName}
            </dd>
            <dt>{t('heldAtProcess')}</dt>
            <dd>
              {exception.seq} {exception.processName}
            </dd>
            <dt>{t('errorClass')}</dt>
            <dd>{exception.errorClass ?? t('defectUnknown')}</dd>
            {exception.description && (
              <>
                <dt>{t('exceptionDescription')}</dt>
                <dd>{exception.description}</dd>
              </>
            )}
            <dt>{t('heldQuantity')}</dt>
            <dd>{formatNumber(exception.quantity)}</dd>
            {exception.customerComplaint && (
              <>
                <dt>{t('customerComplaint')}</dt>
                <dd>{t('yes')}</dd>
              </>
            )}
            <dt>{t('exceptionRaisedBy')}</dt>
            <dd>
              {exception.raisedBy} · {formatMoment(exception.raisedAt, zone)}
            </dd>
          </dl>
        </div>
        <QrCode text={exception.code} label={exception.code} />
      </header>
      {exception.rounds.map((round) => (
        <section key={round.id}>
          <h3>
            {t(round.stage)} · {t('roundNumber', { number: round.number })}
          </h3>
          <table>
            <tbody>
              {SIGNED_ENTRIES.map((entry) => {
                const value = round.document[entry] ?? null;
                return value === null || value === '' ? null : (
                  <tr key={entry}>
                    <th scope="row">{t(entry)}</th>
                    <td>{formatEntry(entry, value, t)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <table>
            <thead>
              <tr>
                <th>{t('signer')}</th>
                <th>{t('signatureResult')}</th>
                <th>{t('at')}</th>
                <th>{t('signatureComment')}</th>
              </tr>
            </thead>
            <tbody>
              {round.signers.map(({ employeeId, name }) => {
                const signature = round.signatures.find(({ signerId }) => signerId === employeeId);
                return (
                  <tr key={employeeId}>
                    <td>
                      {name}
                      {signature?.deputyName && ` (${t('signedByDeputy', { name: signature.deputyName })})`}
                    </td>
                    <td>{t(signature?.result ?? 'notCountersigned')}</td>
                    <td>{signature && formatMoment(signature.at, zone)}</td>
                    <td>{signature?.comment}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p>{`SHA-256 ${round.documentHash}`}</p>
        </section>
      ))}
    </article>
  );
}

/** Prints the form of an exception instead of its page, for example after Ctrl+P. */
export const PrintedExceptionSheet = ({ exception }: Pick<Props, 'exception'>) => (
  <PrintedForm>
    <ExceptionSheet exception={exception} />
  </PrintedForm>
);

/** Shows an exception as a form, and prints it. */
export function ExceptionSheetDialog({ exception, onClose }: Props) {
  const t = useT();
  return (
    <PrintDialog title={t('printException')} onClose={onClose}>
      <ExceptionSheet exception={exception} />
    </PrintDialog>
  );
}
