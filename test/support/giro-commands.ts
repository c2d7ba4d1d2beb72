// A process in which `giro-process.ts` runs commands, one after the other. It loads them once,
// which takes most of the time of a command in a process of its own.
import { runCommand } from '../../src/main/commands/run.ts'
import type { Outcome } from './giro-process.ts'

/** A command as the shell would start it. */
export interface AskedCommand {
  args: readonly string[]
  environment: Record<string, string>
}

process.on('message', async (asked: AskedCommand) => process.send!(await run(asked)))

/** This process has no other purpose, so the command has all of it to itself. */
async function run({ args, environment }: AskedCommand): Promise<Outcome> {
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array) => {
      said[stream] += text
      return true
    }
  process.env = environment
  process.argv = [...process.argv.slice(0, 2), ...args]
  process.exitCode = undefined
  let exited: Outcome | undefined
  process.exit = (code) => {
    exited ??= { code: Number(code ?? process.exitCode ?? 0), ...said }
    throw new Error('the command has ended')
  }
  await runCommand()
  return exited ?? { code: Number(process.exitCode ?? 0), ...said }
}
