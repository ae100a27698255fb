-- The reports of a batch are one job of their people. Their time was divided among the reports when they were closed, so
-- it is not divided once more.
alter table work_report add column batch_id text;
create index work_report_batch on work_report (factory_id, batch_id) where batch_id is not null;

-- Returns which share of the time of a report is a person's own, if the person had several reports open at
-- once. Each instant is shared equally among the reports that are open then. Imported reports are not shared.
-- in_employees limits the answer to some people; null means everybody.
create or replace function overlap_shares(in_factory bigint, from_at timestamptz, to_at timestamptz, in_employees bigint[] default null)
returns table (report_id bigint, employee_id bigint, part numeric)
language sql stable as $$
  with live as (
    select r.id, w.employee_id, r.started_at, coalesce(r.ended_at, now()) as ended_at,
      coalesce(r.batch_id, r.id::text) as job
    from work_report r
    join work_report_people w on w.factory_id = r.factory_id and w.owner_id = r.id
    where r.factory_id = in_factory and r.source <> 'import' and r.kind <> 'receive'
      and r.reversed_at is null and r.reverses_id is null and r.deleted_at is null
      and r.started_at >= from_at - interval '2 days' and r.started_at < to_at + interval '2 days'
      and coalesce(r.ended_at, now()) > r.started_at
      and (in_employees is null or w.employee_id = any (in_employees))
  ), followed as (
    select l.*, max(l.ended_at) over (
      partition by l.employee_id order by l.started_at, l.id rows between unbounded preceding and 1 preceding) as busy_until
    from live l
  ), gathered as (
    select f.*, count(*) filter (where f.busy_until is null or f.started_at >= f.busy_until) over (
      partition by f.employee_id order by f.started_at, f.id) as stretch
    from followed f
  ), crowded as (
    select g.* from (select g.*, count(*) over (partition by g.employee_id, g.stretch) as pieces from gathered g) g
    where g.pieces > 1
  ), spans as (
    select p.employee_id, p.stretch, p.at,
      lead(p.at) over (partition by p.employee_id, p.stretch order by p.at) as until
    from (
      select c.employee_id, c.stretch, c.started_at as at from crowded c
      union select c.employee_id, c.stretch, c.ended_at from crowded c
    ) p
  ), inside as (
    select c.id, c.employee_id, c.stretch, c.job, s.at, extract(epoch from s.until - s.at) as span,
      extract(epoch from c.ended_at - c.started_at) as whole
    from spans s
    join crowded c on c.employee_id = s.employee_id and c.stretch = s.stretch and c.started_at <= s.at and c.ended_at >= s.until
  ), counted as (
    select i.employee_id, i.stretch, i.at, count(distinct i.job) as at_once from inside i group by i.employee_id, i.stretch, i.at
  )
  select i.id, i.employee_id, sum(i.span / n.at_once) / i.whole
  from inside i join counted n on n.employee_id = i.employee_id and n.stretch = i.stretch and n.at = i.at
  group by i.id, i.employee_id, i.whole
$$;
