-- The part of a planned quantity that makes up for scrapped pieces, and what a part makes beyond its quantity for them.
alter table process
  add column scrap_allowance numeric(14,4) not null default 0,
  add constraint process_scrap_allowance_check check (scrap_allowance >= 0);
alter table part
  add column scrap_allowance numeric(14,4) not null default 0,
  add constraint part_scrap_allowance_check check (scrap_allowance >= 0);

-- The answers to scrap: other pieces are made, the order is reduced, or the order falls short. Rows are only added; an answer
-- that was wrong is reversed by a row that refers to it.
create table loss_answer (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  process_id bigint not null,
  answer text not null,
  quantity numeric(14,4) not null,
  reason text not null,
  -- The quantities of the order, its parts and its processes that the answer changed, as differences.
  changes jsonb not null,
  at timestamptz not null default now(),
  by_name text not null,
  reverses_id bigint,
  primary key (factory_id, id),
  constraint loss_answer_answer_check check (answer in ('replenish', 'reduceOrder', 'acceptShort')),
  constraint loss_answer_quantity_check check (quantity > 0),
  constraint loss_answer_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint loss_answer_reverses_id_fkey foreign key (factory_id, reverses_id) references loss_answer
);
create index on loss_answer (factory_id, process_id);
create unique index loss_answer_reversed_once on loss_answer (factory_id, reverses_id) where reverses_id is not null;
create trigger loss_answer_append_only before update or delete on loss_answer
  for each row execute function refuse_change();

-- A card whose pieces replace scrapped ones refers to the cards that had these.
alter table card_genealogy
  drop constraint card_genealogy_kind_check,
  add constraint card_genealogy_kind_check check (kind in ('split', 'unpacked', 'combined', 'replenished'));
