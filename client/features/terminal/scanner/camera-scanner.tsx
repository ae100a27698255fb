import { useEffect, useRef, useState } from 'react';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  onScan: (code: string) => void;
}

/** Pictures looked at, a second. */
const LOOK_MS = 200;
/** Wider pictures say no more about a barcode. */
const WIDEST = 1280;

// The decoder comes from this server: a factory's network may have no other.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** One picture of the camera; null before there is one. */
function grab(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  if (video.videoWidth === 0) return null;
  const scale = Math.min(1, WIDEST / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Looks for a barcode through the camera, until one is found. Browsers allow the camera on https and on this machine only. */
export function CameraScanner({ onScan }: Props) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [refused, refuse] = useState(false);
  const found = useRef(onScan);
  found.current = onScan;
  useEffect(() => {
    let stream: MediaStream | null = null;
    const stop = new AbortController();
    const { signal } = stop;
    const canvas = document.createElement('canvas');
    const look = async (): Promise<void> => {
      while (!signal.aborted) {
        const picture = video.current && grab(video.current, canvas);
        const [code] = picture
          ? await readBarcodes(picture, {
              formats: ['QRCode', 'Code128', 'Code39', 'DataMatrix', 'EAN13'],
              maxNumberOfSymbols: 1,
            })
          : [];
        if (signal.aborted) return;
        if (code?.text) {
          found.current(code.text);
          return;
        }
        await new Promise((done) => setTimeout(done, LOOK_MS));
      }
    };
    const open = async (): Promise<void> => {
      // Absent on plain http.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) throw new Error('The browser offers no camera here');
      stream = await devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: WIDEST } } });
      if (signal.aborted || !video.current) return;
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    open().catch((error: unknown) => {
      if (signal.aborted) return;
      console.warn('The camera cannot be used', error);
      refuse(true);
    });
    return () => {
      stop.abort();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  if (refused)
    return (
      <p className="floor-refusal" role="alert">
        {t('cameraRefused')}
      </p>
    );
  return <video ref={video} className="camera" muted playsInline aria-label={t('openCamera')} />;
}
