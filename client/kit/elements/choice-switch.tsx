import { HTMLSelect, SegmentedControl } from '@blueprintjs/core';
import type { TermKey } from '#shared/terms/index.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useT } from '../words/t.ts';

interface Props<V extends TermKey> {
  label: string;
  choices: readonly V[];
  value: V;
  onChange: (value: V) => void;
}

/** Chooses one of a few options. Wide screens show buttons, and narrow screens show a select. */
export function ChoiceSwitch<V extends TermKey>({ label, choices, value, onChange }: Props<V>) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const options = choices.map((choice) => ({ value: choice as string, label: t(choice) }));
  return isNarrow ? (
    <HTMLSelect
      aria-label={label}
      value={value}
      options={options}
      onChange={(event) => onChange(event.target.value as V)}
    />
  ) : (
    <SegmentedControl
      aria-label={label}
      options={options}
      value={value}
      onValueChange={(next) => onChange(next as V)}
    />
  );
}
