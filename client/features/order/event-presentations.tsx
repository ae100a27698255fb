import { BanCircleIcon, LockIcon, PauseIcon, PlayIcon, UnlockIcon } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import type { TermKey } from '#shared/terms/index.ts';
import type { PlannerEvent } from './actions.ts';

interface EventPresentation {
  readonly verb: TermKey;
  readonly icon: ReactElement;
  /** The term of the confirmation question; absent if the event needs no confirmation. */
  readonly question?: TermKey;
  readonly isDangerous?: true;
  /** The term of the question for several orders. */
  readonly questionOfMany?: TermKey;
  /** Whether the action is a button on the page instead of an item in the menu. */
  readonly isButton?: true;
}

/** How the pages show the actions that a planner may take on an order. */
export const PRESENTATIONS_BY_EVENT: { readonly [E in PlannerEvent]: EventPresentation } = {
  release: { verb: 'release', icon: <PlayIcon />, isButton: true },
  resume: { verb: 'resume', icon: <PlayIcon />, isButton: true },
  reopen: { verb: 'reopen', icon: <UnlockIcon />, question: 'reopenAsk', questionOfMany: 'reopenManyAsk' },
  suspend: {
    verb: 'suspend',
    icon: <PauseIcon />,
    question: 'suspendAsk',
    questionOfMany: 'suspendManyAsk',
    isDangerous: true,
  },
  close: {
    verb: 'closeOrder',
    icon: <LockIcon />,
    question: 'closeAsk',
    questionOfMany: 'closeManyAsk',
    isDangerous: true,
  },
  cancel: {
    verb: 'cancelOrder',
    icon: <BanCircleIcon />,
    question: 'cancelAsk',
    questionOfMany: 'cancelManyAsk',
    isDangerous: true,
  },
};
