import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { useReminders } from '#client/production/quality/use-reminders.ts';
import './bell.css';

/**
 * Links to the exception with the oldest reminder. Shows how many exceptions the user was reminded to sign.
 */
export function ReminderMark() {
  const t = useT();
  const [oldestReminder, ...otherReminders] = useReminders();
  if (!oldestReminder) return null;
  const label = t('remindersBadge', { count: otherReminders.length + 1 });
  return (
    <Link to={`/quality/${oldestReminder.exceptionId}`} className="bell" title={label}>
      <span className="bell-words">{t('signException')}</span>
      <span className="visually-hidden">{label}</span>
      <span className="bell-count bell-call">
        <span aria-hidden="true">{'▲'}</span>
        {otherReminders.length + 1}
      </span>
    </Link>
  );
}
