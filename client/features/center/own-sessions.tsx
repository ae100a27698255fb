import { Button } from '@blueprintjs/core';
import { DesktopIcon, LogOutIcon, MobilePhoneIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#shared/answers/own-account.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

/** The interval at which the list reloads to show new sessions, in milliseconds. */
const RELOAD_INTERVAL_MS = 20_000;
const MOBILE_SYSTEMS: ReadonlySet<string | null> = new Set(['Android', 'iOS', 'iPadOS', 'HarmonyOS']);

const describeSessionDevice = (t: Translate, { device }: OwnSession): string => {
  const { browser, system } = device;
  if (browser && system) return t('browserOn', { browser, system });
  return browser ?? system ?? t('unknownBrowser');
};

/** Lists the user's sessions. The user can end each session except the current one. */
export function OwnSessions() {
  const t = useT();
  const zone = useTimeZone();
  const { busy, runRequest } = useRequestSender();
  const { data, refetch } = useQuery({
    queryKey: ['ownSessions'],
    queryFn: ({ signal }) => call<{ rows: OwnSession[] }>('/mes/center/session/page', {}, { signal }),
    refetchInterval: RELOAD_INTERVAL_MS,
  });
  const rows = data?.rows ?? [];
  const endSessions = async (run: () => Promise<number>) => {
    await runRequest(async () => showSuccess(t('sessionsEnded', { count: await run() })));
    // The list also reloads after a refusal, because the sessions may have changed.
    await refetch();
  };
  const endSession = (id: number) => endSessions(() => send('/mes/center/session/end', { id }).then(() => 1));
  const endOtherSessions = () =>
    endSessions(() => send<{ ended: number }>('/mes/center/session/endOthers').then(({ ended }) => ended));
  return (
    <section className="card" aria-labelledby="center-sessions">
      <div className="center-card-head">
        <h2 id="center-sessions">{t('ownSessions')}</h2>
        {rows.length > 1 && (
          <Button
            icon={<LogOutIcon />}
            text={t('endOtherSessions')}
            disabled={busy}
            onClick={() => void endOtherSessions()}
          />
        )}
      </div>
      {!data && <span className="skeleton" />}
      <ul className="center-sessions">
        {rows.map((row) => {
          const deviceText = describeSessionDevice(t, row);
          return (
            <li key={row.id}>
              {MOBILE_SYSTEMS.has(row.device.system) ? (
                <MobilePhoneIcon size={20} />
              ) : (
                <DesktopIcon size={20} />
              )}
              <div className="center-session-what">
                <strong>{deviceText}</strong>
                {row.isThis && <span className="center-mark">{t('thisDevice')}</span>}
                {row.remembered && <span className="center-mark">{t('rememberedSession')}</span>}
                <div>
                  {t('ipAddress')} {row.ip} · {t('signedInAt')} {formatMoment(row.createdAt, zone)} ·{' '}
                  {t('lastSeen')} {formatMoment(row.seenAt, zone)}
                </div>
              </div>
              {!row.isThis && (
                <Button
                  variant="outlined"
                  text={t('endSession')}
                  aria-label={`${t('endSession')}: ${deviceText}, ${row.ip}`}
                  disabled={busy}
                  onClick={() => void endSession(row.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
