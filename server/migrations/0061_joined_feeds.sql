-- Whether a person holds their place at the media server, and the others may know its number. Someone who knew it earlier could take it, and
-- be shown as that person. True for pages of the last release, which don't say when they have joined.
alter table meeting_peers add column feed_joined boolean not null default true;
