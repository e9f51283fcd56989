-- What a person sends counts for a day, whatever becomes of it: what was refused or deleted has cost its inspection too.
create table upload_charges (
  id bigint generated always as identity primary key,
  person_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('upload', 'board')),
  bytes bigint not null check (bytes > 0),
  charged_at timestamptz not null default now()
);
create index upload_charges_of_person on upload_charges (person_id, kind, charged_at);
create index upload_charges_old on upload_charges (charged_at);

insert into upload_charges (person_id, kind, bytes, charged_at)
  select owner_id, 'upload', coalesce(size, 1), created_at from files where created_at > now() - interval '1 day';

create table chat.upload_charges (
  id bigint generated always as identity primary key,
  person_id uuid not null,
  bytes bigint not null check (bytes > 0),
  charged_at timestamptz not null
);
create index upload_charges_of_person on chat.upload_charges (person_id, charged_at);
create index upload_charges_old on chat.upload_charges (charged_at);

insert into chat.upload_charges (person_id, bytes, charged_at)
  select owner_id, size, created_at from chat.attachments where created_at > now() - interval '1 day';
