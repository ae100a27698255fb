import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { CorrectivePage } from './corrective-page.tsx';
import { CORRECTIVE_PATH } from './corrective-paths.ts';
import { useCorrective } from './use-corrective.ts';

/** Shows one corrective action with its eight steps. */
export function CorrectiveScreen() {
  const id = useRecordId();
  const corrective = useCorrective(id);
  if (corrective.data) return <CorrectivePage key={id} corrective={corrective.data} />;
  return <RecordWaiting queries={[corrective]} listPath={CORRECTIVE_PATH} />;
}
