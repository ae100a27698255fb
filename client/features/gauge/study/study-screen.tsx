import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { STUDIES_PATH } from '../gauge-paths.ts';
import { StudyPage } from './study-page.tsx';
import { useStudy } from './use-study.ts';

/** Shows one study: the entry of its values, or its results. */
export function StudyScreen() {
  const id = useRecordId();
  const study = useStudy(id);
  if (study.data) return <StudyPage key={id} study={study.data} />;
  return <RecordWaiting queries={[study]} listPath={STUDIES_PATH} />;
}
