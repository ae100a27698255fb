import { useT } from '#client/kit/words/t.ts';
import './notices.css';

interface Props {
  /** The problem of the scan. */
  reason: string;
  onClose: () => void;
}

/**
 * Shows why a scan failed, in a band over the full width. The band covers the header, so the content
 * below does not move.
 */
export function ScanFailureBanner({ reason, onClose }: Props) {
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
