import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  MaterialIssue,
  PartMaterials as PartMaterialsAnswer,
} from '#shared/reporting/issued-materials.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import type { PlannedMaterial } from '#shared/reporting/report-entries.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ReasonDialog } from '#client/production/reporting/reason-dialog.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { MaterialIssues } from './material-issues.tsx';
import './part-materials.css';

interface Props {
  order: Entity<'workOrder'>;
  part: Entity<'part'>;
}

type Action = { kind: 'issue'; material: PlannedMaterial } | { kind: 'reverse'; issue: MaterialIssue };

/** Shows how much of a planned material is issued, as a bar. A quantity beyond the plan has another colour. */
function IssuedBar({ material }: { material: PlannedMaterial }) {
  const t = useT();
  const { name, planned, issued } = material;
  const total = Math.max(planned, issued, 0.0001);
  const issuedWithinPlan = Math.min(planned, Math.max(issued, 0));
  return (
    <div
      className="progress-track issued-bar"
      role="progressbar"
      aria-label={t('issuedOf', { name })}
      aria-valuenow={Math.min(issued, planned)}
      aria-valuemin={0}
      aria-valuemax={planned}
    >
      <span className="progress-done" style={{ inlineSize: `${(100 * issuedWithinPlan) / total}%` }} />
      {issued > planned && (
        <span className="issued-beyond" style={{ inlineSize: `${(100 * (issued - planned)) / total}%` }} />
      )}
    </div>
  );
}

/** Shows the planned and the issued quantity of each material of a part, and issues materials by hand. */
export function PartMaterials({ order, part }: Props) {
  const t = useT();
  const user = useUser();
  const [action, setAction] = useState<Action | null>(null);
  const { data } = useQuery({
    queryKey: queryKeys.entity('part', 'materials', { partId: part.id }),
    queryFn: ({ signal }) =>
      call<PartMaterialsAnswer>(`${entities.part.path}/materials`, { partId: part.id }, { signal }),
  });
  if (!data || (data.materials.length === 0 && data.issues.length === 0)) return null;
  const mayIssue = hasPermission(user, 'MATERIAL_ISSUE') && !hasOrderEnded(order.state);
  const closeDialog = () => setAction(null);
  return (
    <section className="part-materials" aria-labelledby="part-materials-title">
      <header>
        <h3 id="part-materials-title">
          {t('materials')} <span>{data.materials.length}</span>
        </h3>
      </header>
      <table className="plain-table">
        <TableHead
          heads={[
            t('material'),
            { words: t('plannedQuantity'), className: 'figure' },
            { words: t('issued'), className: 'figure' },
            { words: t('issued'), hidden: true },
            { words: t('actions'), hidden: true },
          ]}
        />
        <tbody>
          {data.materials.map((material) => (
            <tr key={material.materialId}>
              <th scope="row">
                {material.name} <span className="material-code">{material.code}</span>
              </th>
              <td className="figure">{`${formatNumber(material.planned)} ${material.unit ?? ''}`}</td>
              <td className="figure">{`${formatNumber(material.issued)} ${material.unit ?? ''}`}</td>
              <td className="issued-cell">
                <IssuedBar material={material} />
                {material.issued > material.planned && (
                  <span className="issued-mark">
                    <span aria-hidden="true">{'▲'}</span> {t('beyondPlan')}
                  </span>
                )}
              </td>
              <td className="part-materials-actions">
                {mayIssue && (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('issueMaterial')}
                    aria-label={t('actOf', { what: t('issueMaterial'), name: material.name })}
                    onClick={() => setAction({ kind: 'issue', material })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.issues.length > 0 && (
        <MaterialIssues
          issues={data.issues}
          onReverse={mayIssue ? (issue) => setAction({ kind: 'reverse', issue }) : null}
        />
      )}
      {action?.kind === 'issue' && (
        <IssueDialog part={part} material={action.material} onClose={closeDialog} />
      )}
      {action?.kind === 'reverse' && (
        <ReasonDialog
          verb="reverseIssue"
          description={
            <>
              <strong>{action.issue.materialName}</strong>{' '}
              {`${formatNumber(action.issue.quantity)} ${action.issue.unit ?? ''}`}
            </>
          }
          path={`${entities.part.path}/reverseIssue`}
          fields={{ issueId: action.issue.id }}
          successTerm="issueTakenBack"
          onClose={closeDialog}
        />
      )}
    </section>
  );
}
