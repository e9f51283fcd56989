/** The minimal configuration, for code that reads one but uses nothing in it. */
export const leastSettings = {
  SECRET: 'a secret for tests that is long enough',
  DATABASE_URL: 'postgres://nowhere',
  STORAGE_DIR: '/var/lib/ignite',
  SMTP_URL: 'smtp://nowhere',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_test_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
}
