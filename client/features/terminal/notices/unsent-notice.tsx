import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useIdentifiedPeople } from '../identified-people.ts';
import { useOutbox } from '../outbox.ts';
import './notices.css';

/**
 * Shows how many reports wait on this device: reports that the server could not process yet, and
 * reports of people who must first identify themselves again.
 */
export function UnsentReportsNotice() {
  const t = useT();
  const user = useUser();
  const people = useIdentifiedPeople();
  const { queuedReports, stuck: isStuck } = useOutbox();
  const isHere = (employeeId: number) =>
    user.employeeId === employeeId || people.some((person) => person.employeeId === employeeId);
  const reportsOfAbsentPeople = queuedReports.filter((report) => !isHere(report.employeeId));
  const names = [...new Set(reportsOfAbsentPeople.map((report) => report.name))].filter(Boolean).join(', ');
  return (
    <>
      {isStuck && queuedReports.length > reportsOfAbsentPeople.length && (
        <p className="floor-stuck" role="alert">
          {t('waitingToSend', { count: queuedReports.length - reportsOfAbsentPeople.length })}
        </p>
      )}
      {reportsOfAbsentPeople.length > 0 && (
        <p className="floor-stuck" role="alert">
          {t('waitingForPerson', { count: reportsOfAbsentPeople.length, names })}
        </p>
      )}
    </>
  );
}
