import { Link } from 'react-router-dom';
import type { ProjectFigures } from '#shared/planning/project-figures.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import '#client/kit/tables/plain-table.css';
import '#client/production/late.css';

/** Lists the sub-projects with their progress. The figures include the sub-projects below them. */
export function SubprojectTable({ projects }: { projects: readonly ProjectFigures[] }) {
  const t = useT();
  return (
    <section className="project-section">
      <h2 id="project-subprojects">{t('subprojects')}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard */}
      <div className="project-scroll" tabIndex={0} role="region" aria-labelledby="project-subprojects">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('project')}</th>
              <th scope="col">{t('leader')}</th>
              <th scope="col">{t('dueDate')}</th>
              <th scope="col">{t('progress')}</th>
              <th scope="col" className="figure">
                {t('ordersDone')}
              </th>
              <th scope="col" className="figure">
                {t('lateOrderCount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <tr key={project.id}>
                <td style={{ paddingInlineStart: 8 + 20 * (project.depth - 1) }}>
                  <Link to={`/project/${project.id}`}>{project.code}</Link> {project.name}
                </td>
                <td>{project.leaderName}</td>
                <td>{project.dueDate}</td>
                <td className="project-progress">
                  {project.progress === null ? (
                    '—'
                  ) : (
                    <ProgressBar percent={project.progress} label={t('progressOf', { name: project.code })} />
                  )}
                </td>
                <td className="figure">
                  {t('countOfCount', {
                    done: formatNumber(project.doneOrders, 0),
                    count: formatNumber(project.orders, 0),
                  })}
                </td>
                <td className="figure">
                  {project.lateOrders > 0 ? (
                    <span className="late-mark late-late">
                      <span className="late-shape" aria-hidden="true">
                        ◆
                      </span>
                      {formatNumber(project.lateOrders, 0)}
                    </span>
                  ) : (
                    '0'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
