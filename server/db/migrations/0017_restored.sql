-- Where the feed was when its epoch began. After a restore the feed is elsewhere: in another cluster, on another timeline,
-- in another database or in another table. Null until the first node started.
alter table feed_meta add column home text;
