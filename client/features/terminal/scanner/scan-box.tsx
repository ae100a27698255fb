import { Suspense, useState, type FormEvent } from 'react';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { useT } from '#client/kit/words/t.ts';

const CameraScanner = fetchOnFirstRender('CameraScanner', () => import('./camera-scanner.tsx'));

interface Props {
  onType: (code: string) => void;
  onScan: (code: string) => void;
}

/**
 * Lets the user type a code or read it with the camera. A scanner that sends key presses works
 * without this box.
 */
export function ScanBox({ onType, onScan }: Props) {
  const t = useT();
  const [code, setCode] = useState('');
  const [isCameraShown, setIsCameraShown] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    onType(code);
    setCode('');
  };
  const acceptCode = (scannedCode: string) => {
    setIsCameraShown(false);
    onScan(scannedCode);
  };
  return (
    <div className="scan-box">
      <form onSubmit={submit} role="search">
        <input
          type="text"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          placeholder={t('scanOrType')}
          aria-label={t('scanOrType')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
        />
        <button type="submit" className="floor-button">
          {t('lookUp')}
        </button>
        <button
          type="button"
          className="floor-button"
          aria-pressed={isCameraShown}
          onClick={() => setIsCameraShown(!isCameraShown)}
        >
          {t(isCameraShown ? 'closeCamera' : 'openCamera')}
        </button>
      </form>
      {isCameraShown && (
        <Suspense fallback={<div className="camera" />}>
          <CameraScanner onScan={acceptCode} />
        </Suspense>
      )}
    </div>
  );
}
