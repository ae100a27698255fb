-- Identifies the place of the feed when its epoch began. After a restore, the feed is in another cluster,
-- timeline, database or table. The value is null until the first node starts.
alter table feed_meta add column home text;
