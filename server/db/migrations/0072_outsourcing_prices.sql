-- The price of a line of an outsourcing order: per piece or for the whole line.
alter table outsourcing_order_items
  add column unit_price numeric(14,4),
  add column lump_sum numeric(14,4),
  add constraint outsourcing_order_items_unit_price_check check (unit_price >= 0),
  add constraint outsourcing_order_items_lump_sum_check check (lump_sum >= 0),
  add constraint outsourcing_order_items_one_price check (unit_price is null or lump_sum is null);
