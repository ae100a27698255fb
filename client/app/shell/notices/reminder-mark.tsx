import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { useReminders } from '#client/production/quality/use-reminders.ts';
import './bell.css';

/** Links to the exception that the user was first reminded to sign, with the number of all such exceptions. */
export function ReminderMark() {
  const t = useT();
  const [first, ...others] = useReminders();
  if (!first) return null;
  const label = t('remindersBadge', { count: others.length + 1 });
  return (
    <Link to={`/quality/${first.exceptionId}`} className="bell" title={label}>
      <span className="bell-words">{t('signException')}</span>
      <span className="visually-hidden">{label}</span>
      <span className="bell-count bell-call">
        <span aria-hidden="true">{'▲'}</span>
        {others.length + 1}
      </span>
    </Link>
  );
}
