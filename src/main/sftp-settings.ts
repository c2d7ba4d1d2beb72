import { readFileSync, statSync } from 'node:fs'
import type { SftpSettings } from '../rails/rails.ts'
import { StartupError } from './startup-error.ts'

type ReadSetting = (name: string) => string | undefined

/** Where the SFTP server of the ACH operator is; the secrets are still in their files. */
export interface SftpEnvironment extends Omit<SftpSettings, 'credential'> {
  keyFile: string | undefined
  passwordFile: string | undefined
}

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/

/** Undefined without GIRO_SFTP_HOST: then another program carries the files. */
export function sftpIn(
  value: ReadSetting,
  countOf: (name: string, bounds: { fallback: number; least: number; most: number }) => number,
): SftpEnvironment | undefined {
  const settings = {
    host: value('GIRO_SFTP_HOST'),
    user: value('GIRO_SFTP_USER'),
    hostKey: value('GIRO_SFTP_HOST_KEY'),
    keyFile: value('GIRO_SFTP_KEY_FILE'),
    passwordFile: value('GIRO_SFTP_PASSWORD_FILE'),
    sendDirectory: value('GIRO_SFTP_SEND_DIR'),
    receiveDirectory: value('GIRO_SFTP_RECEIVE_DIR'),
    doneDirectory: value('GIRO_SFTP_DONE_DIR'),
  }
  const port = countOf('GIRO_SFTP_PORT', { fallback: 22, least: 1, most: 65_535 })
  const everyMs = countOf('GIRO_SFTP_EVERY', { fallback: 30, least: 1, most: 3_600 }) * 1_000
  const timeoutMs = countOf('GIRO_SFTP_TIMEOUT', { fallback: 20, least: 1, most: 120 }) * 1_000
  const { host, user, hostKey, sendDirectory, receiveDirectory } = settings
  if (host === undefined) {
    if (Object.values(settings).every((one) => one === undefined)) return undefined
    throw new StartupError('other settings of GIRO_SFTP_ are used only with GIRO_SFTP_HOST: set it, or unset them')
  }
  if (hostKey === undefined || !FINGERPRINT.test(hostKey))
    throw new StartupError(
      'GIRO_SFTP_HOST_KEY is not the fingerprint of a host key like SHA256: and 43 characters: ask the operator of the server for it, ssh-keygen -l -f KEY.pub prints it',
    )
  if (user === undefined || sendDirectory === undefined || receiveDirectory === undefined)
    throw new StartupError(
      'GIRO_SFTP_HOST is used with GIRO_SFTP_USER, GIRO_SFTP_SEND_DIR and GIRO_SFTP_RECEIVE_DIR: set all of them',
    )
  if ((settings.keyFile === undefined) === (settings.passwordFile === undefined))
    throw new StartupError('GIRO_SFTP_KEY_FILE or GIRO_SFTP_PASSWORD_FILE proves who we are: set one of them')
  if (sendDirectory === receiveDirectory)
    throw new StartupError('GIRO_SFTP_SEND_DIR and GIRO_SFTP_RECEIVE_DIR are the same: what is sent would come back')
  return { ...settings, host, user, hostKey, sendDirectory, receiveDirectory, port, everyMs, timeoutMs }
}

/** Nobody but the owner of a file may read a secret in it. */
const OTHERS = 0o077

/** The bytes of a file that only its owner may read. */
export function secretIn(setting: string, path: string): Buffer {
  try {
    if ((statSync(path).mode & OTHERS) === 0) return readFileSync(path)
  } catch (error) {
    throw new StartupError(`${setting} ${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  throw new StartupError(`${setting} ${path} can be read by others than its owner: chmod 600 it`)
}
