/** A statement that took too long. */
export interface SlowStatement {
  /** The function that asked for it, with its file and line. */
  name: string
  /** The beginning of its text, which has no values. */
  text: string
  ms: number
}

export interface SlowStatements {
  fromMs: number
  report(slow: SlowStatement): void
}

const MAX_TEXT_LENGTH = 300

/** Reports a statement if it took too long. Call it where the statement was awaited. */
export function noteDuration({ fromMs, report }: SlowStatements, text: string, ms: number): void {
  if (ms < fromMs) return
  report({ name: callerIn(new Error('slow').stack ?? ''), text: shortened(text), ms: Math.round(ms) })
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH)}…` : line
}

/** The first function outside of this folder: those that wait are on the stack as `async`. */
function callerIn(stack: string): string {
  for (const line of stack.split('\n').slice(1)) {
    const [, name, file] = /^\s+at (?:async )?(?:(\S+) \()?(?:file:\/\/)?.*?\/src\/((?!db\/)[^:]+:\d+)/.exec(line) ?? []
    if (file) return name ? `${name} (${file})` : file
  }
  return 'unknown'
}
