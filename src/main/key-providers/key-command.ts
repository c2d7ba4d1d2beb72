import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { KeyProvider } from '../../kernel/key-provider.ts'
import { type MachineTime, machineTime } from '../../kernel/machine-time.ts'

/** How long the program may take for one key. */
const TIMEOUT_MS = 10_000
/** A wrapped key is some hundred bytes with any KMS. */
const MAX_OUTPUT_BYTES = 16_384
const KEY_BYTES = 32

/** The program failed; the message never contains what it printed to stdout. */
export class KeyCommandFailed extends Error {}

/**
 * A program of the bank that asks its KMS or HSM. It is called with `wrap` or `unwrap` and the
 * context as arguments, reads base64 from stdin, and prints base64. It is run without a shell; the
 * path is one executable.
 */
export function keyCommandProvider(path: string, { time = machineTime }: { time?: MachineTime } = {}): KeyProvider {
  const ask = async (verb: 'wrap' | 'unwrap', input: Uint8Array, context: string) => {
    const printed = await run(path, [verb, context], Buffer.from(input).toString('base64'), time)
    const text = printed.trim()
    const bytes = Buffer.from(text, 'base64')
    const isBase64 = bytes.length > 0 && bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
    if (!isBase64) throw new KeyCommandFailed(`${path} ${verb}: it did not print base64`)
    if (verb === 'unwrap' && bytes.length !== KEY_BYTES)
      throw new KeyCommandFailed(`${path} unwrap: it printed ${bytes.length} bytes instead of ${KEY_BYTES}`)
    return bytes
  }
  return {
    wrap: (key, context) => ask('wrap', key, context),
    unwrap: (wrapped, context) => ask('unwrap', wrapped, context),
    isOutdated: async () => false,
  }
}

function run(path: string, args: readonly string[], input: string, time: MachineTime): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // In a group of its own, so that the programs that it starts end with it.
  const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const fail = (reason: string) => {
    endGroup(child)
    reject(new KeyCommandFailed(`${path} ${args[0]}: ${reason}`))
  }
  const cancel = time.after(TIMEOUT_MS, () => fail(`it did not end within ${TIMEOUT_MS / 1000} seconds`))
  let printed = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    if (printed.length > MAX_OUTPUT_BYTES) fail(`it printed more than ${MAX_OUTPUT_BYTES} bytes`)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 500)
  })
  // A program that ends without reading closes the pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(`${input}\n`)
  child.on('error', (error) => fail(error.message))
  child.on('close', (code, signal) => {
    if (code === 0) resolve(printed)
    else if (signal) fail(`it was ended by ${signal}`)
    else fail(`it ended with exit code ${code}${complaint.trim() === '' ? '' : `: ${complaint.trim()}`}`)
  })
  return promise.finally(() => cancel())
}

function endGroup(child: ChildProcessByStdio<Writable, Readable, Readable>): void {
  child.stdout.destroy()
  child.stderr.destroy()
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended since.
  }
}
