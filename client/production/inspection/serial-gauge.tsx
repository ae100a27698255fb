import { Button, HTMLSelect } from '@blueprintjs/core';
import { useT } from '#client/kit/words/t.ts';
import { BAUD_RATES, useSerialGauge } from './use-serial-gauge.ts';

/** Connects a gauge at a serial port. Shows nothing in browsers that cannot do this. */
export function SerialGauge({ onReading }: { onReading: (line: string) => void }) {
  const t = useT();
  const gauge = useSerialGauge(onReading);
  if (!gauge.isSupported) return null;
  if (gauge.state === 'connected')
    return (
      <div className="inspection-serial" role="status">
        {t('serialGaugeConnected')}
        <Button size="large" text={t('disconnectSerialGauge')} onClick={gauge.disconnect} />
      </div>
    );
  return (
    <div className="inspection-serial" role={gauge.state === 'failed' ? 'alert' : undefined}>
      {gauge.state === 'failed' && t('serialGaugeLost')}
      <Button size="large" text={t('connectSerialGauge')} onClick={() => void gauge.connect()} />
      <HTMLSelect
        large
        aria-label={t('baudRate')}
        title={t('baudRate')}
        value={gauge.baudRate}
        options={BAUD_RATES.map((rate) => ({ value: rate, label: `${rate} Bd` }))}
        onChange={(event) => gauge.chooseBaudRate(Number(event.currentTarget.value))}
      />
    </div>
  );
}
