-- Binds open invitations to the accounts that they name, because codes can be changed. If the factory or the
-- employee was changed after the invitation, the codes may belong to somebody else by now. Such an invitation
-- stays unbound and must be written again.
update account a set home_factory_id = h.factory_id, home_account_id = h.id
from guest g
join factory f on f.code = g.home_factory_code and f.id <> g.factory_id and f.updated_at <= g.updated_at
join account h on h.factory_id = f.id and h.code = g.code
join employee e on e.factory_id = h.factory_id and e.id = h.employee_id and e.updated_at <= g.updated_at
where g.factory_id = a.factory_id and g.id = a.guest_id and g.accepted_at is null and a.home_account_id is null;

-- Invitations are no longer searched by their codes.
drop index guest_home_factory_code_code_idx;

-- The time of the next attempt from an address or terminal with too many wrong attempts.
alter table login_attempt add column next_at timestamptz;

-- The devices from which an account has logged in. Failed log-ins from elsewhere do not lock these devices
-- out.
create table known_device (
  key_hash text not null,
  factory_id bigint not null,
  account_id bigint not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (factory_id, account_id, key_hash),
  constraint known_device_account_id_fkey foreign key (factory_id, account_id) references account
);
create index on known_device (key_hash);
