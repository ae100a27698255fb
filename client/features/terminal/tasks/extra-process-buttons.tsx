import { useState } from 'react';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { useT } from '#client/kit/words/t.ts';
import { ExtraProcessDialog } from '#client/production/extra-processes/extra-process-dialog.tsx';
import { useExtraProcesses } from '#client/production/extra-processes/use-extra-processes.ts';
import type { IdentifiedPerson } from '../identified-people.ts';

interface Props {
  part: { id: number; name: string };
  worker: IdentifiedPerson;
}

/** Buttons that add an extra process to the scanned part, for people who may, and that continue an unfinished one. */
export function ExtraProcessButtons({ part, worker }: Props) {
  const t = useT();
  const [opened, setOpened] = useState<ExtraProcessWork | 'new' | null>(null);
  const waiting = useExtraProcesses(part.id, worker.token).filter(
    ({ isOpen, busyWith }) => isOpen && busyWith.length === 0,
  );
  return (
    <>
      {waiting.map((extra) => (
        <button key={extra.taskId} type="button" className="floor-button" onClick={() => setOpened(extra)}>
          {t('continueExtraProcess', { name: extra.craftName })}
        </button>
      ))}
      {worker.permissions.includes('TASK_REPORT_EXTRA') && (
        <button type="button" className="floor-button" onClick={() => setOpened('new')}>
          {t('extraProcess')}
        </button>
      )}
      {opened && (
        <ExtraProcessDialog
          part={part}
          extra={opened === 'new' ? null : opened}
          worker={worker}
          workGroupId={worker.workGroupId}
          workerToken={worker.token}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
