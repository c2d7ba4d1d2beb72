import type { MessageAccount } from '../../network.ts'
import type { Account } from './elements.ts'

/** CashAccount38: by its IBAN, or by another number. */
export function writeAccount({ number, isIban }: MessageAccount): Account {
  return { Id: isIban ? { IBAN: number } : { Othr: { Id: number } } }
}

export function readAccount(account: Account | undefined): MessageAccount | undefined {
  const { IBAN, Othr } = account?.Id ?? {}
  if (IBAN !== undefined) return { number: IBAN, isIban: true }
  return Othr && { number: Othr.Id, isIban: false }
}
