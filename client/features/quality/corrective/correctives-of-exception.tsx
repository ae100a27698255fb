import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CorrectiveOfException } from '#shared/quality/corrective.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { getCorrectivePath } from './corrective-paths.ts';
import { StartCorrectiveButton } from './start-corrective-button.tsx';
import { useCorrectivesOfException } from './use-corrective.ts';

/**
 * Lists the corrective actions of an exception, and other open corrective actions to which the user can add the
 * exception. A button starts a new corrective action.
 */
export function CorrectivesOfException({ exceptionId }: { exceptionId: number }) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const { data } = useCorrectivesOfException(exceptionId);
  const { busy, runRequest } = useRequestSender();
  if (!data) return null;
  const join = async ({ id, version, exceptionIds }: CorrectiveOfException) => {
    await runRequest(() =>
      send(`${entities.correctiveAction.path}/save`, {
        id,
        version,
        exceptionIds: [...exceptionIds, exceptionId],
      }),
    );
    await client.invalidateQueries({ queryKey: queryKeys.entity('correctiveAction') });
  };
  return (
    <section className="card quality-section" aria-labelledby="quality-correctives">
      <h2 id="quality-correctives">{t('correctiveActions')}</h2>
      {data.rows.length === 0 && <p className="quality-muted">{t('noCorrectives')}</p>}
      <ul className="quality-similar">
        {data.rows.map((corrective) => {
          const { id, code, state, problem, leader, isLinked, measureCount, doneCount } = corrective;
          return (
            <li key={id}>
              <p>
                <Link to={getCorrectivePath(id)}>{code}</Link> {problem}
              </p>
              <p className="quality-muted">
                <StateMark state={state} /> {leader} · {t('correctiveMeasures')} {doneCount} / {measureCount}
              </p>
              {!isLinked && hasPermission(user, 'QUALITY_CORRECT') && (
                <Button text={t('joinCorrective')} loading={busy} onClick={() => void join(corrective)} />
              )}
            </li>
          );
        })}
      </ul>
      <StartCorrectiveButton
        isPrimary={false}
        proposed={{ ...data.proposed, partCode: null, exceptionIds: [exceptionId] }}
      />
    </section>
  );
}
