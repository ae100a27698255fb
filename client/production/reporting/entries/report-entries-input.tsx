import { useT } from '#client/kit/words/t.ts';
import { BarcodeEntries } from './barcode-entries.tsx';
import { MaterialEntries } from './material-entries.tsx';
import { ParameterEntries } from './parameter-entries.tsx';
import type { ReportEntries } from './use-report-entries.ts';
import type { ValuePad } from './value-pad.ts';
import './report-entries.css';

interface Props {
  entries: ReportEntries;
  workerToken?: string | null;
  /** The number pad of a terminal, which types the values; without it, the values are typed into inputs. */
  pad?: ValuePad | null;
  onWrongScan: (problem: string) => void;
}

/** The inputs that the report way of a craft demands at the end of work. Add inputs for a new kind of entries here. */
export function ReportEntriesInput({ entries, workerToken = null, pad = null, onWrongScan }: Props) {
  const t = useT();
  const { request, missing } = entries;
  if (!request || (request.kind === 'parameters' && request.parameters.length === 0)) return null;
  return (
    <div className="report-entries">
      {request.kind === 'parameters' && (
        <ParameterEntries
          entries={entries}
          parameters={request.parameters}
          workerToken={workerToken}
          pad={pad}
        />
      )}
      {request.kind === 'barcodes' && (
        <BarcodeEntries entries={entries} request={request} onWrongScan={onWrongScan} />
      )}
      {request.kind === 'materials' && (
        <MaterialEntries entries={entries} planned={request.materials} pad={pad} onWrongScan={onWrongScan} />
      )}
      <p className="entries-missing" role="status" data-missing={missing !== null}>
        {missing ?? t('entriesComplete')}
      </p>
    </div>
  );
}
