import { SearchAroundIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { makeRecallPath } from './recall-address.ts';

interface Props {
  /** The origin that the link traces. */
  what: Parameters<typeof makeRecallPath>[0];
  /** The text of the link; by default a text that fits both directions. */
  words?: string;
}

/** A link to the page of recalls. The page starts the trace at once. */
export function TraceLink({ what, words }: Props) {
  const t = useT();
  return (
    <Link className="bp6-button bp6-minimal" to={makeRecallPath(what)}>
      <SearchAroundIcon />
      <span className="bp6-button-text">{words ?? t('traceFrom')}</span>
    </Link>
  );
}
