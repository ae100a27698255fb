import { useT } from '#client/kit/words/t.ts';
import './notices.css';

interface Props {
  /** What was wrong with the scan. */
  reason: string;
  onClose: () => void;
}

/** Tells over the full width that a scan was wrong. It lies over the head, so nothing moves. */
export function ScanBand({ reason, onClose }: Props) {
  const t = useT();
  return (
    <div className="scan-band" role="alert">
      <span aria-hidden="true">{'✕'}</span>
      <p>{reason}</p>
      <button type="button" className="floor-button" onClick={onClose}>
        {t('takeIt')}
      </button>
    </div>
  );
}
