import { readFileSync } from 'node:fs'
import type { AmqpSettings } from '../rails/rails.ts'
import { secretIn } from './sftp-settings.ts'
import { StartupError } from './startup-error.ts'
import { requireDecodable } from './url-settings.ts'

type ReadSetting = (name: string) => string | undefined

/** The broker for messages; the secrets are still in their files. */
export interface AmqpEnvironment {
  host: string
  port: number
  isSecured: boolean
  user: string | undefined
  passwordFile: string | undefined
  caFile: string | undefined
  certFile: string | undefined
  keyFile: string | undefined
}

/** Undefined without GIRO_AMQP_URL: then no institution can have an AMQP link. */
export function amqpIn(value: ReadSetting): AmqpEnvironment | undefined {
  const url = value('GIRO_AMQP_URL')
  const files = {
    passwordFile: value('GIRO_AMQP_PASSWORD_FILE'),
    caFile: value('GIRO_AMQP_CA_FILE'),
    certFile: value('GIRO_AMQP_CERT_FILE'),
    keyFile: value('GIRO_AMQP_KEY_FILE'),
  }
  const { passwordFile, caFile, certFile, keyFile } = files
  if (url === undefined) {
    if (Object.values(files).every((one) => one === undefined)) return undefined
    throw new StartupError('other settings of GIRO_AMQP_ are used only with GIRO_AMQP_URL: set it, or unset them')
  }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !['amqp:', 'amqps:'].includes(parsed.protocol) || parsed.hostname === '' || parsed.password !== '')
    throw new StartupError(
      'GIRO_AMQP_URL is not the address of a broker like amqps://USER@HOST:5671: correct it; the password is in GIRO_AMQP_PASSWORD_FILE',
    )
  requireDecodable('GIRO_AMQP_URL', parsed.username)
  const isSecured = parsed.protocol === 'amqps:'
  const user = decodeURIComponent(parsed.username) || undefined
  if ((user === undefined) !== (passwordFile === undefined))
    throw new StartupError('GIRO_AMQP_PASSWORD_FILE is used with a user in GIRO_AMQP_URL: set both, or none of them')
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new StartupError('GIRO_AMQP_CERT_FILE and GIRO_AMQP_KEY_FILE are used together: set both, or none of them')
  if (!isSecured && (caFile ?? certFile) !== undefined)
    throw new StartupError('GIRO_AMQP_CA_FILE and GIRO_AMQP_CERT_FILE are used only with amqps: in GIRO_AMQP_URL')
  const port = parsed.port === '' ? (isSecured ? 5671 : 5672) : Number(parsed.port)
  return { host: parsed.hostname, port, isSecured, user, ...files }
}

/** Reads password, key and certificates from their files. */
export function readAmqpSecrets(environment: AmqpEnvironment): AmqpSettings {
  const { host, port, isSecured, user, passwordFile, caFile, certFile, keyFile } = environment
  const tls = {
    ...(caFile !== undefined && { ca: certificateIn('GIRO_AMQP_CA_FILE', caFile) }),
    ...(certFile !== undefined && { cert: certificateIn('GIRO_AMQP_CERT_FILE', certFile) }),
    ...(keyFile !== undefined && { key: secretIn('GIRO_AMQP_KEY_FILE', keyFile) }),
  }
  const password = passwordFile && secretIn('GIRO_AMQP_PASSWORD_FILE', passwordFile).toString().trimEnd()
  return { host, port, tls: isSecured ? tls : undefined, login: user && password ? { user, password } : undefined }
}

function certificateIn(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartupError(`${setting} ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
