import { Classes } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import type { TermKey } from '#shared/terms/index.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  text: string;
  backPath: string;
  backTerm: TermKey;
}

/** Shows why a board cannot be edited, with a way back. */
export function DesignerNotice({ text, backPath, backTerm }: Props) {
  const t = useT();
  return (
    <main className="designer-notice">
      <p role="alert">{text}</p>
      <Link className={Classes.BUTTON} to={backPath}>
        {t(backTerm)}
      </Link>
    </main>
  );
}
