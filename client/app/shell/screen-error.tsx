import { useRouteError } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';

/** Replaces the content of a route that failed to render, and shows the error. */
export function ScreenError() {
  const t = useT();
  const error = useRouteError();
  return (
    <div className="screen-error" role="alert">
      <h1>{t('screenBrokenTitle')}</h1>
      <p>{t('screenBrokenText')}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <button type="button" onClick={() => window.location.reload()}>
        {t('reload')}
      </button>
    </div>
  );
}
