import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { CameraScanner } from '#client/features/terminal/scanner/camera-scanner.tsx';

afterEach(() => vi.unstubAllGlobals());

it('switches the camera off if the panel closes while the browser asks for permission', async () => {
  let allowCamera: (stream: MediaStream) => void = () => undefined;
  const getUserMedia = vi.fn<() => Promise<MediaStream>>(
    () => new Promise((resolve) => (allowCamera = resolve)),
  );
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  const rootElement = document.body.appendChild(document.createElement('div'));
  const root = createRoot(rootElement);
  root.render(<CameraScanner onScan={() => undefined} />);
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalled());
  root.unmount();
  await new Promise((resolve) => setTimeout(resolve));
  const stop = vi.fn<() => void>();
  allowCamera({ getTracks: () => [{ stop }] } as unknown as MediaStream);
  await vi.waitFor(() => expect(stop).toHaveBeenCalled());
  rootElement.remove();
});
