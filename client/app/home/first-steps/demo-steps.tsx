import { Button, Classes } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DemoSteps as DemoStepsAnswer } from '#shared/answers/first-steps.ts';
import { LOGIN_PATH, TERMINAL_PARAMETER } from '#client/kit/pages/addresses.ts';
import { useT } from '#client/kit/words/t.ts';
import { useSimulator } from '../../shell/use-simulator.ts';

interface StepProps {
  title: string;
  text: string;
  /** The link or button that does the step. */
  action: ReactNode;
  children?: ReactNode;
}

function Step({ title, text, action, children }: StepProps) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
      <div className="first-step-act">{action}</div>
    </li>
  );
}

/** Invites the user to try the demonstration factory. */
export function DemoSteps({
  demo: { terminal, mayAddOrders, maySwitchSimulator },
}: {
  demo: DemoStepsAnswer;
}) {
  const t = useT();
  const { isRunning, isSwitching, switchTo } = useSimulator();
  return (
    <ol className="demo-steps">
      <Step
        title={t('tryWall')}
        text={t('tryWallText')}
        action={
          <Link className={Classes.BUTTON} to="/largeScreenReportForm">
            {t('tryWallAct')}
          </Link>
        }
      />
      {terminal && (
        <Step
          title={t('tryTerminal')}
          text={t('tryTerminalText', { person: terminal.person })}
          action={
            <a
              className={Classes.BUTTON}
              href={`${LOGIN_PATH}?${new URLSearchParams({ [TERMINAL_PARAMETER]: terminal.code }).toString()}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('tryTerminalAct')}
            </a>
          }
        >
          <dl>
            <dt>{t('deviceCode')}</dt>
            <dd>{terminal.code}</dd>
            <dt>{t('badgeCode')}</dt>
            <dd>{terminal.badge}</dd>
          </dl>
        </Step>
      )}
      {mayAddOrders && (
        <Step
          title={t('tryOrder')}
          text={t('tryOrderText')}
          action={
            <Link className={Classes.BUTTON} to="/order" state={{ adding: true }}>
              {t('newOrder')}
            </Link>
          }
        />
      )}
      {maySwitchSimulator && (
        <Step
          title={t('trySimulator')}
          text={t('trySimulatorText')}
          action={
            <Button
              text={t(isRunning ? 'switchOff' : 'switchOn')}
              aria-label={`${t('simulatorRunning')}: ${t(isRunning ? 'switchOff' : 'switchOn')}`}
              loading={isSwitching}
              onClick={() => switchTo(!isRunning)}
            />
          }
        >
          <p role="status">{t(isRunning ? 'simulatorOn' : 'simulatorOff')}</p>
        </Step>
      )}
    </ol>
  );
}
