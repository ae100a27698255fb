import type { CountersignRound } from '#shared/quality/answers.ts';
import { SIGNED_ENTRIES, type SignedEntry } from '#shared/quality/signed-document.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import './signing.css';

interface Props {
  round: CountersignRound;
  /** The previous round. Changes since this round are marked. Absent for the first round. */
  previousRound?: CountersignRound | undefined;
}

/** The number of characters of a picture's hash that are shown. */
const SHOWN_HASH_LENGTH = 12;

/** Formats the value of an entry. A value that begins with @ is a term. */
export function formatEntry(entry: SignedEntry, value: string | number, t: Translate): string {
  if (typeof value === 'number') return formatNumber(value);
  if (entry === 'exceptionPicture') return `SHA-256 ${value.slice(0, SHOWN_HASH_LENGTH)}…`;
  return value.startsWith('@') ? t(value.slice(1) as TermKey) : value;
}

/** Lists the entries of the document that signers sign. Entries that differ from the previous round are marked. */
export function SignedDocumentList({ round, previousRound }: Props) {
  const t = useT();
  return (
    <dl className="signed-document">
      {SIGNED_ENTRIES.map((entry) => {
        const value = round.document[entry] ?? null;
        if (value === null || value === '') return null;
        const previousValue = previousRound?.document[entry] ?? null;
        const isChanged = previousRound !== undefined && previousValue !== value;
        return (
          <div key={entry} className={isChanged ? 'signed-changed' : undefined}>
            <dt>{t(entry)}</dt>
            <dd>
              {formatEntry(entry, value, t)}
              {isChanged && previousValue !== null && <del>{formatEntry(entry, previousValue, t)}</del>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
