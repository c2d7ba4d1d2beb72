import ssh2 from 'ssh2'
import type { SftpSettings } from '../rails/rails.ts'
import { type SftpEnvironment, secretIn } from './sftp-settings.ts'
import { StartupError } from './startup-error.ts'

/** Reads the key or the password from its file, which only its owner may read. */
export function readSftpSecrets({ keyFile, passwordFile, ...settings }: SftpEnvironment): SftpSettings {
  if (passwordFile !== undefined)
    return {
      ...settings,
      credential: { password: secretIn('GIRO_SFTP_PASSWORD_FILE', passwordFile).toString().trimEnd() },
    }
  const privateKey = secretIn('GIRO_SFTP_KEY_FILE', keyFile!)
  if (ssh2.utils.parseKey(privateKey) instanceof Error)
    throw new StartupError(`GIRO_SFTP_KEY_FILE ${keyFile} is no private key without a passphrase: correct it`)
  return { ...settings, credential: { privateKey } }
}
