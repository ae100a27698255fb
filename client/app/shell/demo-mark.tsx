import { Switch } from '@blueprintjs/core';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useSimulator } from './use-simulator.ts';
import './demo-mark.css';

/** A mark for a factory with demonstration data. The menu of the mark switches the simulator on and off. */
export function DemoMark() {
  const t = useT();
  const { isDemo, isRunning, maySwitch, isSwitching, switchTo } = useSimulator();
  if (!isDemo) return null;
  const content = (
    <div className="demo-told">
      <p>{t('demoText')}</p>
      <Switch
        checked={isRunning}
        disabled={isSwitching || !maySwitch}
        label={t('simulatorRunning')}
        onChange={(event) => switchTo(event.currentTarget.checked)}
      />
      <p className="demo-state">{t(isRunning ? 'simulatorOn' : 'simulatorOff')}</p>
    </div>
  );
  return (
    <DropDown edge="start" content={content}>
      <button type="button" className={`demo-mark${isRunning ? ' demo-moving' : ''}`} title={t('demoData')}>
        <span className="demo-words">{t('demoMark')}</span>
      </button>
    </DropDown>
  );
}
