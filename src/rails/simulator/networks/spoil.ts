import type { Harm } from './plan.ts'
import { newUetr } from './uetr.ts'

/** A message with a fault of this kind, from a right one. */
export function spoil(content: string, harm: Harm): string {
  switch (harm) {
    case 'amount':
      return content.replace(/(IntrBkSttlmAmt Ccy="[A-Z]{3}">)(\d)/g, '$19$2')
    case 'currency':
      return content.replace(/(IntrBkSttlmAmt Ccy=")[A-Z]{3}/g, '$1ZAR')
    case 'original':
      return content
        .replace(/(<Orgnl(?:MsgId|InstrId|TxId)>[^<]*?)([^<]{1,6})(?=<)/g, (_, begin, end) => begin + other(end))
        .replace(/(<OrgnlUETR>)[^<]*/g, `$1${newUetr()}`)
    case 'xml':
      return content.slice(0, Math.floor(content.length * 0.7))
  }
}

/** Another id of the same form. */
const other = (id: string) =>
  id.replace(/\d/g, (digit) => String(9 - Number(digit))).replace(/[A-Z]/g, (letter) => (letter === 'Z' ? 'Q' : 'Z'))
