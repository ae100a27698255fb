import { useQuery } from '@tanstack/react-query';
import type { PairingAnswer } from '#shared/answers/boards/wall.ts';
import { DEFAULT_TEXT_SIZE_PX } from '#shared/boards/board.ts';
import { decodeUser } from '#shared/kernel/user-answer.ts';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useBuildPoll } from '#client/kit/live/use-build-poll.ts';
import { PAIR_PARAMETER, SCREENS_PATH } from '#client/kit/pages/addresses.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { session } from '#client/kit/wire/session.ts';
import { TEMPORARY_ERROR_CODES } from '#client/kit/wire/temporary-errors.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { LanguageSelect } from '#client/kit/words/language-select.tsx';
import { useT } from '#client/kit/words/t.ts';
import { WallCard } from './wall-card.tsx';
import './pairing-page.css';

/** How often the page asks whether somebody has confirmed the code, in milliseconds. */
const POLL_INTERVAL_MS = 2000;
const STORED_TOKEN_KEY = 'wallPairing';
/** The number of letters after which the code has a gap. */
const CODE_GROUP_LENGTH = 4;

/** Returns the time zone of the browser, because the factory is not known yet. */
const getZoneOfBrowser = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Asks for a pairing code, or whether the code was confirmed. After the confirmation, the stored token
 * becomes the token of the session.
 */
async function readPairing(signal: AbortSignal): Promise<PairingAnswer> {
  const storedValue = browserStorage.forBrowser.get(STORED_TOKEN_KEY);
  const token = typeof storedValue === 'string' ? storedValue : null;
  const answer = await call<PairingAnswer>(
    '/mes/wall/pairing',
    {},
    { signal, workerToken: token, codesShownElsewhere: [...TEMPORARY_ERROR_CODES, 'notFound'] },
  );
  if (answer.code !== null) {
    if (answer.token !== null) browserStorage.forBrowser.set(STORED_TOKEN_KEY, answer.token);
  } else if (token !== null) {
    browserStorage.forBrowser.set(STORED_TOKEN_KEY, undefined);
    session.signIn({ validateKey: token, user: decodeUser(answer.user), remembered: true });
  }
  return answer;
}

/** Shows a pairing code with its QR code, until somebody has confirmed the code. */
export function PairingPage() {
  const t = useT();
  useBuildPoll();
  const { data, error } = useQuery({
    queryKey: ['wall', 'pairing'],
    queryFn: ({ signal }) => readPairing(signal),
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const code = data?.code;
  const isUnsupported = error instanceof CallError && error.code === 'notFound';
  return (
    <main className="wall">
      <WallCard textSizePx={DEFAULT_TEXT_SIZE_PX} className="pairing-page">
        <LanguageSelect className="pairing-language" />
        {code ? (
          <>
            <div className="pairing-words">
              <h1>{t('wallPairTitle')}</h1>
              <p className="pairing-code" aria-label={t('pairingCode')}>
                <span>{code.slice(0, CODE_GROUP_LENGTH)}</span>
                <span>{code.slice(CODE_GROUP_LENGTH)}</span>
              </p>
              <p>{t('wallPairText')}</p>
              <p className="pairing-note">
                {t('wallCodeValid', { time: formatTime(data.expiresAt, getZoneOfBrowser()) })}
              </p>
            </div>
            <QrCode
              text={`${window.location.origin}${SCREENS_PATH}?${PAIR_PARAMETER}=${code}`}
              label={`${t('pairingCode')}: ${code}`}
            />
          </>
        ) : (
          <p className="pairing-note" role="status">
            {t(isUnsupported ? 'wallCannotPair' : 'wallWaits')}
          </p>
        )}
      </WallCard>
    </main>
  );
}
