-- Master plans of orders and projects, further links of templates, and what people confirm of the nodes of plans.
create table master_plan_template_links (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  after_seq integer not null,
  relation text not null default 'finishToStart',
  postposition_days integer not null default 0,
  primary key (factory_id, owner_id, position),
  constraint master_plan_template_links_owner_id_fkey foreign key (factory_id, owner_id) references master_plan_template on delete cascade,
  constraint master_plan_template_links_seq_check check (seq >= 1),
  constraint master_plan_template_links_after_seq_check check (after_seq >= 1),
  constraint master_plan_template_links_relation_check check (relation in ('finishToStart', 'startToStart', 'finishToFinish', 'startToFinish')),
  constraint master_plan_template_links_postposition_days_check check (postposition_days >= 0)
);

create table master_plan (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null default '',
  updated_at timestamptz not null default now(),
  updated_by text not null default '',
  deleted_at timestamptz,
  name text not null,
  order_id bigint,
  project_id bigint,
  template_id bigint,
  direction text not null default 'forwards',
  starts_on date,
  due_on date,
  workday_hours numeric(14,4) not null default 8,
  remark text,
  primary key (factory_id, id),
  constraint master_plan_order_id_fkey foreign key (factory_id, order_id) references work_order,
  constraint master_plan_project_id_fkey foreign key (factory_id, project_id) references project,
  constraint master_plan_template_id_fkey foreign key (factory_id, template_id) references master_plan_template,
  constraint master_plan_direction_check check (direction in ('forwards', 'backwards')),
  constraint master_plan_workday_hours_check check (workday_hours >= 1),
  constraint master_plan_subject_check check ((order_id is null) <> (project_id is null))
);
create index on master_plan (factory_id, order_id) where order_id is not null;
create index on master_plan (factory_id, project_id) where project_id is not null;
create index on master_plan (factory_id, template_id) where template_id is not null;
create table master_plan_nodes (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  node_id bigint not null,
  estimated_hours numeric(14,4),
  after_seq integer,
  relation text,
  postposition_days integer,
  primary key (factory_id, owner_id, position),
  constraint master_plan_nodes_owner_id_fkey foreign key (factory_id, owner_id) references master_plan on delete cascade,
  constraint master_plan_nodes_seq_check check (seq >= 1),
  constraint master_plan_nodes_node_id_fkey foreign key (factory_id, node_id) references master_plan_node,
  constraint master_plan_nodes_estimated_hours_check check (estimated_hours >= 0),
  constraint master_plan_nodes_after_seq_check check (after_seq >= 1),
  constraint master_plan_nodes_relation_check check (relation in ('finishToStart', 'startToStart', 'finishToFinish', 'startToFinish')),
  constraint master_plan_nodes_postposition_days_check check (postposition_days >= 0)
);
create index on master_plan_nodes (factory_id, node_id);
create table master_plan_links (
  factory_id bigint not null,
  owner_id bigint not null,
  position integer not null,
  seq integer not null,
  after_seq integer not null,
  relation text not null default 'finishToStart',
  postposition_days integer not null default 0,
  primary key (factory_id, owner_id, position),
  constraint master_plan_links_owner_id_fkey foreign key (factory_id, owner_id) references master_plan on delete cascade,
  constraint master_plan_links_seq_check check (seq >= 1),
  constraint master_plan_links_after_seq_check check (after_seq >= 1),
  constraint master_plan_links_relation_check check (relation in ('finishToStart', 'startToStart', 'finishToFinish', 'startToFinish')),
  constraint master_plan_links_postposition_days_check check (postposition_days >= 0)
);

-- That a node of a plan has begun or ended. Rows are only added; a wrong one is withdrawn by a row that refers to it.
create table plan_confirmation (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  plan_id bigint not null,
  seq integer not null,
  kind text not null,
  day date not null,
  -- Who confirmed it; null if an account without an employee did.
  employee_id bigint,
  by_name text not null,
  remark text,
  withdraws_id bigint,
  at timestamptz not null,
  primary key (factory_id, id),
  constraint plan_confirmation_kind_check check (kind in ('beginNode', 'finishNode')),
  constraint plan_confirmation_plan_id_fkey foreign key (factory_id, plan_id) references master_plan,
  constraint plan_confirmation_employee_id_fkey foreign key (factory_id, employee_id) references employee,
  constraint plan_confirmation_withdraws_id_fkey foreign key (factory_id, withdraws_id) references plan_confirmation
);
create index on plan_confirmation (factory_id, plan_id, id);
create unique index plan_confirmation_withdrawn_once on plan_confirmation (factory_id, withdraws_id)
  where withdraws_id is not null;
create trigger plan_confirmation_append_only before update or delete on plan_confirmation
  for each row execute function refuse_change();

-- Whom a confirmation concerns. It is shown until the person has seen it.
create table plan_notice (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  confirmation_id bigint not null,
  employee_id bigint not null,
  -- The node that can begin now; null if the person only is to know.
  next_seq integer,
  seen_at timestamptz,
  primary key (factory_id, id),
  constraint plan_notice_confirmation_id_fkey foreign key (factory_id, confirmation_id) references plan_confirmation,
  constraint plan_notice_employee_id_fkey foreign key (factory_id, employee_id) references employee
);
create index on plan_notice (factory_id, employee_id, id) where seen_at is null;
create index on plan_notice (factory_id, confirmation_id);
