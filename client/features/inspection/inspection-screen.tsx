import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { useInspectionDetail } from '#client/production/inspection/use-inspection.ts';
import { InspectionPage } from './inspection-page.tsx';
import { TESTING_PATH } from './inspection-paths.ts';

/** Shows one inspection: the entry of its values, or its results. */
export function InspectionScreen() {
  const id = useRecordId();
  const detail = useInspectionDetail(id);
  if (detail.data) return <InspectionPage key={id} detail={detail.data} />;
  return <RecordWaiting queries={[detail]} listPath={TESTING_PATH} />;
}
