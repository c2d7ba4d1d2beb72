import type { Correspondent } from '../../../institution/institution.ts'
import { isIban } from '../../../kernel/iban.ts'
import type { MessageAccount, MessageParty } from '../../network.ts'
import { writeParty } from '../common/party.ts'
import type { DocumentOf } from '../messages.ts'

type Transaction = DocumentOf<'pacs.008.001.08'>['FIToFICstmrCdtTrf']['CdtTrfTxInf'][number]
export type Account = NonNullable<Transaction['DbtrAcct']>
export type Party = Transaction['Dbtr']

/** CBPR+ names a bank by its BIC, and then by nothing else. */
export const agentOf = (bic: string) => ({ FinInstnId: { BICFI: bic } })

export const accountOf = ({ number, isIban }: MessageAccount): Account => ({
  Id: isIban ? { IBAN: number } : { Othr: { Id: number } },
})

/** The institution's account with a correspondent. */
export function nostroOf({ accountNumber }: Correspondent): Account {
  return accountOf({ number: accountNumber, isIban: isIban(accountNumber) })
}

/** A name, and an address if it has a town and a country. */
export const partyOf = (party: MessageParty): Party => writeParty(party) as Party
