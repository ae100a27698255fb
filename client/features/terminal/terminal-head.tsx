import { Link } from 'react-router-dom';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { LiveIndicator } from '#client/kit/live/live-indicator.tsx';
import { getServerTime } from '#client/kit/live/live.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { LanguageSelect } from '#client/kit/words/language-select.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { identifiedPeople, useIdentifiedPeople, type IdentifiedPerson } from './people/identified-people.ts';
import { useRefusedReports } from './notices/refused-reports.ts';
import './terminal-head.css';

/** Shows the server's time, because the clock of a tablet may be wrong. */
function ServerClock() {
  const zone = useTimeZone();
  useServerTime(1000);
  return <time className="floor-clock">{formatLocalTime(getServerTime(), zone).slice(11, 16)}</time>;
}

interface Props {
  worker: IdentifiedPerson | null;
}

/**
 * Shows the name of the terminal, the people who are identified at the terminal, and the state of the
 * connection.
 */
export function TerminalHead({ worker }: Props) {
  const t = useT();
  const user = useUser();
  const people = useIdentifiedPeople();
  const refusedReports = useRefusedReports();
  const isTerminal = user.kind === 'terminal';
  return (
    <header className="floor-head">
      {isTerminal ? (
        <strong className="floor-name">{user.terminal?.name ?? user.name}</strong>
      ) : (
        <Link to="/" className="floor-name">
          {`‹ ${t('floorReporting')}`}
        </Link>
      )}
      <div className="floor-people" role="group" aria-label={t('someoneElse')}>
        {isTerminal &&
          people.map((person) => (
            <button
              key={person.employeeId}
              type="button"
              aria-pressed={person.employeeId === worker?.employeeId}
              onClick={() => identifiedPeople.choose(person.employeeId)}
            >
              {refusedReports.some(({ employeeId }) => employeeId === person.employeeId) && (
                <span className="floor-unread" aria-hidden="true">
                  {'✕'}
                </span>
              )}
              {person.name}
            </button>
          ))}
        {isTerminal && worker && (
          <button type="button" className="floor-else" onClick={() => identifiedPeople.clearCurrent()}>
            {`+ ${t('someoneElse')}`}
          </button>
        )}
        {!isTerminal && worker && <span className="floor-self">{worker.name}</span>}
      </div>
      <LiveIndicator />
      <LanguageSelect className="floor-language" />
      <ServerClock />
    </header>
  );
}
