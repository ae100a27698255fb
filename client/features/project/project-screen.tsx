import { Button } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import { Link, useNavigate } from 'react-router-dom';
import type { ProjectCost, ProjectOverview } from '#shared/planning/project-figures.ts';
import type { Entity } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { SubjectPlans } from '#client/production/plans/subject-plans.tsx';
import { BudgetTable } from './budget-table.tsx';
import { ProjectDocuments } from './project-documents.tsx';
import { ProjectFiguresRow } from './project-figures-row.tsx';
import { ProjectOrders } from './project-orders.tsx';
import { SubprojectTable } from './subproject-table.tsx';
import { useProject } from './use-project.ts';
import './project.css';

interface LoadedProjectProps {
  project: Entity<'project'>;
  overview: ProjectOverview;
  /** Undefined if the user may not see the cost, or while it loads. */
  cost: ProjectCost | undefined;
}

function LoadedProject({ project, overview, cost }: LoadedProjectProps) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  useSetPageName(project.name);
  return (
    <section className="project-page" aria-label={`${project.code} ${project.name}`}>
      <header className="project-head">
        <div className="project-name">
          <h1>
            {project.code} <span>{project.name}</span>
          </h1>
          <p>
            {project.labels.customerId && <span>{project.labels.customerId}</span>}
            {project.labels.leaderId && (
              <span>
                {t('leader')}: {project.labels.leaderId}
              </span>
            )}
            <span>{project.dueDate ? t('dueOn', { day: project.dueDate }) : t('noDueDate')}</span>
            {project.labels.parentId && (
              <span>
                {t('parentProject')}:{' '}
                <Link to={`/project/${project.parentId}`}>{project.labels.parentId}</Link>
              </span>
            )}
          </p>
          <SubjectPlans subject={{ projectId: project.id }} name={project.name} />
          {project.remark && <p className="project-remark">{project.remark}</p>}
        </div>
        {hasPermission(user, 'PROJECT_MANAGE_MODIFY') && (
          <Button
            icon={<EditIcon />}
            text={t('edit')}
            onClick={() => void navigate(`/project/edit/${project.id}`)}
          />
        )}
      </header>
      <ProjectFiguresRow figures={overview.projects[0]!} cost={cost?.withSubprojects} />
      {overview.projects.length > 1 && <SubprojectTable projects={overview.projects.slice(1)} />}
      <ProjectOrders overview={overview} />
      {cost && <BudgetTable cost={cost} hasSubprojects={overview.projects.length > 1} />}
      <ProjectDocuments documents={project.documents} />
    </section>
  );
}

/** Shows one project: its progress, its orders over time, its cost against its budget, and its documents. */
export function ProjectScreen() {
  const id = useRecordId();
  const { project, overview, cost } = useProject(id);
  if (project.data && overview.data)
    return <LoadedProject key={id} project={project.data} overview={overview.data} cost={cost.data} />;
  return <RecordWaiting queries={[project, overview]} listPath="/project" />;
}
