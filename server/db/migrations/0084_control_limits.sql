-- The limits of control charts that somebody froze. A released row stays, so that earlier limits can be read.
create table control_limit (
  factory_id bigint not null references factory (id),
  id bigint not null default nextval('id_sequence'),
  part_code text not null,
  -- Null for all crafts, all characteristics, all devices.
  craft_id bigint,
  characteristic text,
  device_id bigint,
  chart text not null check (chart in ('imrChart', 'xbarRChart', 'xbarSChart', 'pChart', 'npChart', 'cChart', 'uChart')),
  center double precision not null,
  -- The standard deviation within subgroups; null for charts of counts.
  sigma double precision check (sigma >= 0),
  -- From how many samples, measured in which days, the limits were computed.
  sample_count integer not null check (sample_count >= 1),
  from_day date not null,
  to_day date not null,
  frozen_at timestamptz not null,
  frozen_by text not null,
  released_at timestamptz,
  released_by text,
  primary key (factory_id, id),
  constraint control_limit_craft_id_fkey foreign key (factory_id, craft_id) references craft,
  constraint control_limit_device_id_fkey foreign key (factory_id, device_id) references device
);
create unique index control_limit_frozen_once on control_limit
  (factory_id, part_code, coalesce(craft_id, 0), coalesce(characteristic, ''), coalesce(device_id, 0), chart)
  where released_at is null;
create index on control_limit (factory_id, craft_id) where craft_id is not null;
create index on control_limit (factory_id, device_id) where device_id is not null;
