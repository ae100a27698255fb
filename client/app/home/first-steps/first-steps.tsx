import { Button } from '@blueprintjs/core';
import { CrossIcon, HelpIcon } from '@blueprintjs/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { FirstSteps as FirstStepsAnswer } from '#shared/answers/first-steps.ts';
import { SET_UP_ITEMS } from '#shared/rules/set-up.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { DemoSteps } from './demo-steps.tsx';
import { SetUpSteps } from './set-up-steps.tsx';
import './first-steps.css';

const FIRST_STEPS_KEY = queryKeys.entity('account', 'firstSteps');
const WATCHED_ENTITIES = ['permission', ...SET_UP_ITEMS.map(({ entity }) => entity)];

/**
 * Shows what to try in the demonstration factory, or what to set up in a new factory. The user can hide the
 * steps and show them again.
 */
export function FirstSteps() {
  const t = useT();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: FIRST_STEPS_KEY,
    queryFn: ({ signal }) => call<FirstStepsAnswer>('/mes/home/firstSteps', {}, { signal }),
    meta: { watches: WATCHED_ENTITIES },
  });
  const setHidden = useMutation({
    mutationFn: (isHidden: boolean) =>
      send('/mes/home/firstSteps/hide', { action: isHidden ? 'hideFirstSteps' : 'showFirstSteps' }),
    onSuccess: (_, isHidden) =>
      client.setQueryData<FirstStepsAnswer>(
        FIRST_STEPS_KEY,
        (currentAnswer) => currentAnswer && { ...currentAnswer, isHidden },
      ),
  });
  if (!data || !(data.demo || data.setUp)) return null;
  if (data.isHidden) {
    return (
      <Button
        className="first-steps-show"
        variant="minimal"
        icon={<HelpIcon />}
        text={t('showFirstSteps')}
        loading={setHidden.isPending}
        onClick={() => setHidden.mutate(false)}
      />
    );
  }
  const closeButton = (
    <Button
      variant="minimal"
      icon={<CrossIcon />}
      text={t('hideFirstSteps')}
      loading={setHidden.isPending}
      onClick={() => setHidden.mutate(true)}
    />
  );
  return data.demo ? (
    <StepsCard title={t('tryDemo')} closeButton={closeButton}>
      <DemoSteps demo={data.demo} />
    </StepsCard>
  ) : (
    <StepsCard title={t('setUpFactory')} closeButton={closeButton}>
      <SetUpSteps setUpSteps={data.setUp ?? []} />
    </StepsCard>
  );
}

function StepsCard({
  title,
  closeButton,
  children,
}: {
  title: string;
  closeButton: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card first-steps" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {closeButton}
      </header>
      {children}
    </section>
  );
}
