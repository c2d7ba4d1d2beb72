const BAR_CHARACTERS = 40

/** A progress bar on a terminal; elsewhere, a line for every tenth. */
export function progressBar(
  title: string,
  total: number,
  out: NodeJS.WriteStream = process.stderr,
): (done: number) => void {
  let tenths = 0
  return (done) => {
    const share = done / total
    if (out.isTTY) {
      const bar = '█'.repeat(Math.round(share * BAR_CHARACTERS)).padEnd(BAR_CHARACTERS, '░')
      out.write(
        `\r${title} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${done >= total ? '\n' : ''}`,
      )
    } else if (Math.floor(share * 10) > tenths) {
      tenths = Math.floor(share * 10)
      out.write(`${title}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}\n`)
    }
  }
}
