import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'

/** Makes a certificate for `localhost` that this process trusts; returns a file with it and its key. */
export function makeCertificate(folder: string): string {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map(name => join(folder, name))
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', '7'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', key!, '-out', certificate!],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const text = readFileSync(certificate!, 'utf8')
  writeFileSync(both!, text + readFileSync(key!, 'utf8'), { mode: 0o600 })
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), text])
  return both!
}
