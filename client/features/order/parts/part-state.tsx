import type { PartProgress } from '#shared/answers/order-progress.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  /** Undefined if the part has no routing yet. */
  progress: PartProgress | undefined;
  /** Whether the state is also written in words, not only as a shape. */
  showsWords?: boolean;
}

/** Shows the state of a part, and how many of its processes are done. */
export function PartState({ progress, showsWords = false }: Props) {
  const t = useT();
  if (!progress) return <span className="part-state nothing">—</span>;
  const { state, done: doneCount, processCount } = progress;
  const { tone, shape } = getStateStyle(state);
  return (
    <span
      className={`part-state state-${tone}`}
      title={t('processesDone', { done: doneCount, processes: processCount })}
    >
      <span className="state-shape" aria-hidden="true">
        {shape}
      </span>
      <span className={showsWords ? undefined : 'visually-hidden'}>{t(state)}</span>
      <span aria-hidden="true">
        {doneCount}/{processCount}
      </span>
      <span className="visually-hidden">
        {t('processesDone', { done: doneCount, processes: processCount })}
      </span>
    </span>
  );
}
