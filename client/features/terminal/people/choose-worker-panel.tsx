import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import type { TerminalPerson } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { isPinComplete, PinEntry } from '#client/kit/number-pad/pin-entry.tsx';
import { identifiedPeople } from './identified-people.ts';

/**
 * Sends a badge or a PIN to the server, and makes the identified person the current worker.
 * @param becomesCurrent returns, when the answer has arrived, whether the person still becomes the current worker
 * @throws CallError if the server refuses, for example because it does not recognise the person
 */
export async function identifyCurrentWorker(
  identity: { badge?: string; employeeId?: number; pin?: string },
  becomesCurrent: () => boolean = () => true,
): Promise<void> {
  const { validateKey, user } = await call<{ validateKey: string; user: AnyUserAnswer }>(
    '/mes/terminal/identify',
    identity,
    { codesShownElsewhere: ['personNotRecognised', 'pinMissing', 'loginLocked'] },
  );
  identifiedPeople.add(validateKey, decodeUser(user), becomesCurrent());
}

/** Lets a person become the current worker by choosing their name and typing their PIN. */
export function ChooseWorkerPanel() {
  const t = useT();
  const terminal = useUser();
  const [isEveryoneShown, setIsEveryoneShown] = useState(terminal.workGroupId === null);
  const [chosenPerson, setChosenPerson] = useState<TerminalPerson | null>(null);
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: queryKeys.entity('employee', 'terminal'),
    queryFn: ({ signal }) => call<TerminalPerson[]>('/mes/terminal/people', {}, { signal }),
  });
  const shownPeople =
    data?.filter((person) => isEveryoneShown || person.workGroupId === terminal.workGroupId) ?? [];

  const submitPin = async () => {
    if (!chosenPerson) return;
    try {
      await identifyCurrentWorker({ employeeId: chosenPerson.employeeId, pin });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message);
      setPin('');
    }
  };
  const choosePerson = (person: TerminalPerson) => {
    setChosenPerson(person);
    setPin('');
    setRefusal(null);
  };
  if (chosenPerson) {
    return (
      <section className="who-panel" aria-label={t('enterPin', { name: chosenPerson.name })}>
        <h2>{t('enterPin', { name: chosenPerson.name })}</h2>
        {refusal && (
          <p className="floor-refusal" role="alert">
            {refusal}
          </p>
        )}
        <PinEntry pin={pin} onChange={setPin} />
        <div className="floor-actions">
          <button type="button" className="floor-button" onClick={() => setChosenPerson(null)}>
            {t('backToStart')}
          </button>
          <button
            type="button"
            className="floor-button floor-primary"
            disabled={!isPinComplete(pin)}
            onClick={() => void submitPin()}
          >
            {t('takeIt')}
          </button>
        </div>
      </section>
    );
  }
  return (
    <section className="who-panel">
      <h2>{t('whoAreYou')}</h2>
      {terminal.workGroupId !== null && (
        <div className="floor-tabs" role="group">
          <button type="button" aria-pressed={!isEveryoneShown} onClick={() => setIsEveryoneShown(false)}>
            {t('ownGroup')}
          </button>
          <button type="button" aria-pressed={isEveryoneShown} onClick={() => setIsEveryoneShown(true)}>
            {t('everyone')}
          </button>
        </div>
      )}
      <ul className="people-tiles">
        {shownPeople.map((person) => (
          <li key={person.employeeId}>
            <button type="button" className="floor-button" onClick={() => choosePerson(person)}>
              <strong>{person.name}</strong>
              <span>{person.code}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
