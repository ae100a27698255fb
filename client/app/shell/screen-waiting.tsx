import { useT } from '#client/kit/words/t.ts';

/** A placeholder while the code or the data of a screen is downloaded. */
export function ScreenWaiting() {
  const t = useT();
  return (
    <div className="screen-waiting" role="status" aria-label={t('loading')}>
      <span className="skeleton" style={{ inlineSize: 220, blockSize: 24 }} />
      {Array.from({ length: 8 }, (_, index) => (
        <span key={index} className="skeleton" />
      ))}
    </div>
  );
}
