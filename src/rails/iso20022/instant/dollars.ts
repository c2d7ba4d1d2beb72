/** An amount of US dollars as the elements of messages have it. */
export function dollars(cents: bigint): { Ccy: 'USD'; value: string } {
  return { Ccy: 'USD', value: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` }
}
