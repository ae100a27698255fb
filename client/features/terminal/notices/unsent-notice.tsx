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
  const { commands, stuck } = useOutbox();
  const isHere = (employeeId: number) =>
    user.employeeId === employeeId || people.some((one) => one.employeeId === employeeId);
  const commandsOfAbsent = commands.filter((one) => !isHere(one.employeeId));
  const names = [...new Set(commandsOfAbsent.map((one) => one.name))].filter(Boolean).join(', ');
  return (
    <>
      {stuck && commands.length > commandsOfAbsent.length && (
        <p className="floor-stuck" role="alert">
          {t('waitingToSend', { count: commands.length - commandsOfAbsent.length })}
        </p>
      )}
      {commandsOfAbsent.length > 0 && (
        <p className="floor-stuck" role="alert">
          {t('waitingForPerson', { count: commandsOfAbsent.length, names })}
        </p>
      )}
    </>
  );
}
