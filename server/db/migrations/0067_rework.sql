-- Whether the work of a report is the rework of pieces that were found bad.
alter table work_report add column is_rework boolean not null default false;

-- The pieces that are being reworked. They are not in work, so that the following process does not wait for them.
alter table process
  add column in_rework numeric(14,4) not null default 0,
  add constraint process_in_rework_check check (in_rework >= 0);
alter table ledger_entry
  drop constraint ledger_entry_from_account_check,
  drop constraint ledger_entry_to_account_check,
  add constraint ledger_entry_from_account_check check (from_account in ('supply', 'surplus', 'machinable', 'inWork', 'good', 'concession', 'reworkOpen', 'inRework', 'scrap', 'hold', 'outsourced')),
  add constraint ledger_entry_to_account_check check (to_account in ('supply', 'surplus', 'machinable', 'inWork', 'good', 'concession', 'reworkOpen', 'inRework', 'scrap', 'hold', 'outsourced'));
