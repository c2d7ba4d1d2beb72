import { queryEach, splitAltered } from '../../db/altered-rows.ts'
import type { Transaction } from '../../db/client.ts'
import { cutText, toAscii } from '../../kernel/ascii-text.ts'
import type { AchPayment } from './ach-payment.ts'
import type { IatBank, IatParty } from './nacha/index.ts'

/** An address of a customer or a contact, as it is stored. */
interface StoredAddress {
  addressLine1?: string
  addressLine2?: string
  city?: string
  state?: string
  postalCode?: string
  countryCode?: string
}

interface StoredBank {
  name?: string
  country?: string
  nationalCode?: string
  swiftCode?: string
}

interface PartiesRow {
  paymentId: string
  receiverName: string
  receiverBankCode: string
  companyName: string
  senderProfile: { legalAddress?: StoredAddress } | null
  contactDetails: { address?: StoredAddress; intermediaryBank?: StoredBank } | null
  bankName: string | null
  bankCountry: string | null
  swiftCode: string | null
  institutionName: string
  routingNumber: string
}

/**
 * The payments, each international one with its parties and banks: names as the payment has them,
 * and addresses as they are now. One whose parties were altered is not among them.
 */
export async function withParties(
  tx: Transaction,
  tenantId: bigint,
  payments: AchPayment[],
): Promise<{ payments: AchPayment[]; altered: { paymentId: string; altered: string }[] }> {
  const ids = payments.flatMap(({ secCode, paymentId }) => (secCode === 'IAT' ? paymentId : []))
  if (ids.length === 0) return { payments, altered: [] }
  const rows = await queryEach<PartiesRow>(
    tx,
    `select p.id as payment_id, p.receiver_name, p.receiver_bank_code, c.legal_name as company_name,
       c.id as sender_profile_of, c.profile as sender_profile, k.id as contact_details_of, k.details as contact_details, k.bank_name, k.bank_country, k.swift_code,
       i.name as institution_name, i.routing_number
     from payments p join customers c on c.tenant_id = $1 and c.id = p.customer_id
       join institutions i on i.tenant_id = $1 left join contacts k on k.tenant_id = $1 and k.id = p.contact_id
     where p.tenant_id = $1 and p.id = any($2::uuid[])`,
    [tenantId, ids],
  )
  const { altered, unaltered } = splitAltered(rows)
  const alteredIds = new Set(altered.map(({ paymentId }) => paymentId))
  const found = new Map(unaltered.map((row) => [row.paymentId, partiesOf(row)]))
  const whole = payments.filter(({ paymentId }) => !alteredIds.has(paymentId))
  const withThem = whole.map((payment) => {
    const iat = found.get(payment.paymentId)
    return iat ? { ...payment, iat } : payment
  })
  return { payments: withThem, altered }
}

function partiesOf(row: PartiesRow): NonNullable<AchPayment['iat']> {
  const { receiverBankCode, swiftCode, contactDetails } = row
  const through = contactDetails?.intermediaryBank
  return {
    originator: partyOf(row.companyName, row.senderProfile?.legalAddress),
    originatingBank: bankOf({ name: row.institutionName, nationalCode: row.routingNumber, country: 'US' }),
    receiver: partyOf(row.receiverName, contactDetails?.address),
    receivingBank: bankOf({
      ...{ name: row.bankName ?? '', country: row.bankCountry ?? '' },
      ...(swiftCode ? { swiftCode } : { nationalCode: receiverBankCode }),
    }),
    correspondent: through?.swiftCode || through?.nationalCode ? bankOf(through) : undefined,
  }
}

function partyOf(name: string, address: StoredAddress = {}): IatParty {
  const { addressLine1 = '', addressLine2 = '', city = '', state = '', postalCode = '', countryCode = '' } = address
  return {
    ...{ name: iatText(name), street: iatText(`${addressLine1} ${addressLine2}`), country: countryCode },
    ...{ city: iatText(city), state: iatText(state), postalCode: iatText(postalCode) },
  }
}

/** Addenda 10 to 18: names, streets and cities have 35 characters. */
const IAT_LENGTH = 35

const iatText = (text: string) => cutText(toAscii(text), IAT_LENGTH)

/** By its BIC if it has one. */
function bankOf({ name: bankName = '', country = '', nationalCode = '', swiftCode = '' }: StoredBank): IatBank {
  const name = iatText(bankName)
  if (swiftCode) return { name, qualifier: '02', identification: swiftCode, country: country || swiftCode.slice(4, 6) }
  return { name, qualifier: '01', identification: nationalCode, country }
}
