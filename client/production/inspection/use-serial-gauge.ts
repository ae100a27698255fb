import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { getSerial, readLines, type SerialPort } from './serial-port.ts';

/** The speeds at which gauges send, in bits per second; the first one is the most common. */
export const BAUD_RATES = [9600, 4800, 2400, 19_200, 38_400, 115_200] as const;
const STORAGE_NAME = 'gaugeBaudRate';

const readBaudRate = (): number => Number(browserStorage.forBrowser.get(STORAGE_NAME)) || BAUD_RATES[0];

/**
 * Connects a gauge at a serial port, and passes on each line that it sends. A port that the user allowed
 * before is opened automatically.
 * @param onReading receives a line, such as '01A+0020.013'
 */
export function useSerialGauge(onReading: (line: string) => void) {
  const serial = getSerial();
  const [state, setState] = useState<'off' | 'connected' | 'failed'>('off');
  const [baudRate, setBaudRate] = useState(readBaudRate);
  const connection = useRef<AbortController | null>(null);
  const listener = useRef(onReading);
  useLayoutEffect(() => {
    listener.current = onReading;
  });

  const readPort = useCallback(async (port: SerialPort, rate: number) => {
    connection.current?.abort();
    const abortController = new AbortController();
    connection.current = abortController;
    try {
      await port.open({ baudRate: rate });
      setState('connected');
      // Two lines can arrive together. The page must show the next place before it gets the second line.
      await readLines(port, abortController.signal, (line) => flushSync(() => listener.current(line)));
      setState('off');
    } catch (error) {
      console.warn('serial gauge', error);
      if (!abortController.signal.aborted) setState('failed');
    } finally {
      await port.close().catch(() => undefined);
    }
  }, []);

  useEffect(() => {
    void serial
      ?.getPorts()
      .then(([port]) => (port ? readPort(port, readBaudRate()) : undefined))
      .catch((error: unknown) => console.warn('serial gauge', error));
    return () => connection.current?.abort();
  }, [serial, readPort]);

  return {
    isSupported: serial !== null,
    state,
    baudRate,
    chooseBaudRate: (rate: number) => {
      browserStorage.forBrowser.set(STORAGE_NAME, rate);
      setBaudRate(rate);
    },
    connect: async () => {
      try {
        await readPort(await serial!.requestPort(), baudRate);
      } catch {
        // The user has chosen no port.
      }
    },
    disconnect: () => connection.current?.abort(),
  };
}
