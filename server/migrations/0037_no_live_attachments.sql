-- What servers say to each other is cut into notifications where it is too long for one.
drop table live_attachments;
