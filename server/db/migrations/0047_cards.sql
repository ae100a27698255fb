-- A report keeps the card by which it was made.
alter table work_report
  add column card_id bigint,
  add constraint work_report_card_id_fkey foreign key (factory_id, card_id) references card;
create index on work_report (factory_id, card_id) where card_id is not null;

alter table card
  add column print_count integer not null default 0,
  add constraint card_print_count_check check (print_count >= 0);

-- Where the pieces of a card came from: cards that are split, unpacked or combined pass their pieces on. Rows are only added.
create table card_genealogy (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  from_card_id bigint not null,
  to_card_id bigint not null,
  kind text not null,
  quantity numeric(14,4) not null,
  at timestamptz not null default now(),
  by_name text not null,
  primary key (factory_id, id),
  constraint card_genealogy_from_card_id_fkey foreign key (factory_id, from_card_id) references card,
  constraint card_genealogy_to_card_id_fkey foreign key (factory_id, to_card_id) references card,
  constraint card_genealogy_kind_check check (kind in ('split', 'unpacked', 'combined')),
  constraint card_genealogy_quantity_check check (quantity > 0),
  constraint card_genealogy_cards_check check (from_card_id <> to_card_id)
);
create unique index card_genealogy_once on card_genealogy (factory_id, from_card_id, to_card_id);
create index on card_genealogy (factory_id, to_card_id);

-- What the cards of a part that has several cards have passed at its processes. Rows are only added; their sums count.
-- The only card of a part needs no rows, because the ledgers of the processes are its own.
create table card_movement (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  card_id bigint not null,
  process_id bigint not null,
  good numeric(14,4) not null default 0,
  scrap numeric(14,4) not null default 0,
  rework numeric(14,4) not null default 0,
  report_id bigint,
  at timestamptz not null default now(),
  primary key (factory_id, id),
  constraint card_movement_card_id_fkey foreign key (factory_id, card_id) references card,
  constraint card_movement_process_id_fkey foreign key (factory_id, process_id) references process,
  constraint card_movement_report_id_fkey foreign key (factory_id, report_id) references work_report
);
create index on card_movement (factory_id, card_id);

-- The cards of finished parts are completed.
update card c set state = 'completed'
where c.state = 'active' and c.deleted_at is null
  and exists (select 1 from process p where p.factory_id = c.factory_id and p.part_id = c.part_id and p.deleted_at is null)
  and not exists (
    select 1 from process p
    where p.factory_id = c.factory_id and p.part_id = c.part_id and p.deleted_at is null
      and p.state not in ('completed', 'specialAcceptance')
      and not exists (
        select 1 from process n
        where n.factory_id = p.factory_id and n.part_id = p.part_id and n.deleted_at is null and n.seq > p.seq
      )
  );
