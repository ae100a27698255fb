import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { QualityPage } from './quality-page.tsx';
import { LIST_PATH } from './quality-paths.ts';
import { useQualityDetail } from '#client/production/quality/use-quality.ts';
import './quality.css';

/** Shows one exception: what is wrong, where the pieces are, who signs, and what happened so far. */
export function QualityScreen() {
  const id = useRecordId();
  const detail = useQualityDetail(id);
  if (detail.data) return <QualityPage key={id} exception={detail.data} />;
  return <RecordWaiting queries={[detail]} listPath={LIST_PATH} />;
}
