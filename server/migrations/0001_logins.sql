-- Extensions every noun may use: case-insensitive names, typo-tolerant search, exclusion constraints, accent folding.
create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists unaccent;

create table users (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  -- An attribute, never an identity: who someone is stands in login_accounts.
  email citext not null unique check (length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  username citext not null unique check (username::text ~ '^[a-z0-9][a-z0-9._-]{0,39}$'),
  designation text,
  college text,
  description text,
  hourly_rate_cents int check (hourly_rate_cents between 100 and 100000),
  time_zone text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A person at a provider. Google: account_id is the subject; Microsoft: tenant and object id, as neither is unique alone.
create table login_accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  scope text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id),
  -- The sign-in library has these columns; nothing here calls a provider on someone's behalf, so none is ever kept.
  constraint login_accounts_keep_no_secrets
    check (access_token is null and refresh_token is null and id_token is null and password is null)
);
create index login_accounts_user_id on login_accounts (user_id);

-- One row per signed-in browser; deleting the row signs it out.
create table logins (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index logins_user_id on logins (user_id);

-- A sign-in under way at a provider: its state, and what must come back with it.
create table login_verifications (
  id uuid primary key default uuidv7(),
  identifier text not null unique,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index login_verifications_expires_at on login_verifications (expires_at);

-- A username about to be given. A person is created inside the sign-in library's transaction, where a unique violation
-- can't be retried; so the name is first won here, in a statement of its own. Rows older than an hour mean nothing.
create table username_claims (
  username citext primary key,
  claimed_at timestamptz not null default now()
);
