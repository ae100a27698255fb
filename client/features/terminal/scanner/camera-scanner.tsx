import { useEffect, useRef, useState } from 'react';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  onScan: (code: string) => void;
}

/** The pause between two analysed pictures, in milliseconds. */
const PICTURE_PAUSE_MS = 200;
/** The maximum width of a picture in pixels. A wider picture does not help to read a barcode. */
const MAX_PICTURE_WIDTH_PX = 1280;

// The browser loads the decoder from this server, because the factory may have no internet access.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** Reads one picture from the camera. It returns null until the camera delivers a picture. */
function readPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  if (video.videoWidth === 0) return null;
  const scale = Math.min(1, MAX_PICTURE_WIDTH_PX / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Reads one barcode with the camera. Browsers allow camera access only on https and localhost. */
export function CameraScanner({ onScan }: Props) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const latestOnScan = useRef(onScan);
  latestOnScan.current = onScan;
  useEffect(() => {
    let stream: MediaStream | null = null;
    const abortController = new AbortController();
    const { signal } = abortController;
    const canvas = document.createElement('canvas');
    const stopCamera = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const scanUntilFound = async (): Promise<void> => {
      while (!signal.aborted) {
        const picture = video.current && readPicture(video.current, canvas);
        const [barcode] = picture
          ? await readBarcodes(picture, {
              formats: ['QRCode', 'Code128', 'Code39', 'DataMatrix', 'EAN13'],
              maxNumberOfSymbols: 1,
            })
          : [];
        if (signal.aborted) return;
        if (barcode?.text) {
          latestOnScan.current(barcode.text);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, PICTURE_PAUSE_MS));
      }
    };
    const openCamera = async (): Promise<void> => {
      // Browsers do not offer mediaDevices on plain http, except on localhost.
      const devices = navigator.mediaDevices as MediaDevices | undefined;
      if (!devices) throw new Error('The browser offers no camera here');
      stream = await devices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: MAX_PICTURE_WIDTH_PX } },
      });
      if (signal.aborted || !video.current) {
        // The panel was closed while the browser asked for permission.
        stopCamera();
        return;
      }
      video.current.srcObject = stream;
      await video.current.play();
      await scanUntilFound();
    };
    openCamera().catch((error: unknown) => {
      if (signal.aborted) return;
      console.warn('The camera cannot be used', error);
      setIsRefused(true);
    });
    return () => {
      abortController.abort();
      stopCamera();
    };
  }, []);
  if (isRefused)
    return (
      <p className="floor-refusal" role="alert">
        {t('cameraRefused')}
      </p>
    );
  return <video ref={video} className="camera" muted playsInline aria-label={t('openCamera')} />;
}
