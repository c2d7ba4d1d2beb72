import type { Decimal, Schema } from '@giro/sdk'
import { Alert, Button, Group, List, NativeSelect, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { take, useApi } from '../../api/giro.ts'
import { useSession } from '../../api/session.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { Facts } from '../../kit/Facts.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useDraft } from '../../kit/use-draft.ts'
import { Day, Moment, Money, Status } from '../../kit/Values.tsx'

const EMPTY = {
  customerUID: '',
  accountUID: '',
  contactUID: '',
  paymentAmount: '',
  paymentCurrency: 'USD',
  speed: 'Economy',
  paymentDate: '',
  externalReferenceId: '',
  paymentNotes: '',
}
type Draft = typeof EMPTY

const SPEEDS = [
  { value: 'Economy', label: 'Economy (ACH)' },
  { value: 'Economy Plus', label: 'Economy Plus (same-day ACH)' },
  { value: 'Express', label: 'Express (Fedwire)' },
  { value: 'Instant', label: 'Instant (RTP or FedNow)' },
  { value: 'SPOT', label: 'SPOT (SWIFT)' },
]

/** The amount goes as the text that was typed. */
type PaymentRequest = Omit<Schema<'PaymentRequest'>, 'paymentAmount'> & { paymentAmount: Decimal }

function bodyOf(draft: Draft): PaymentRequest {
  const { accountUID, contactUID, paymentAmount, customerUID: _, paymentDate, paymentNotes, ...rest } = draft
  return {
    ...rest,
    paymentAmount,
    ...(paymentDate && { paymentDate }),
    ...(paymentNotes && { paymentNotes }),
    sender: { accountUID },
    receiver: { accountUID: contactUID },
  } as PaymentRequest
}

/** Makes a payment: first what would become of it, then the payment, once. */
export default function NewPayment() {
  const api = useApi()
  const navigate = useNavigate()
  const { legalEntity } = useSession()
  const [draft, change, clear] = useDraft<Draft>('payment', EMPTY)
  const [previewed, setPreviewed] = useState('')
  const customerUID = legalEntity.kind === 'Customer' ? String(legalEntity.customerUID) : draft.customerUID
  const preview = useAction((body: PaymentRequest) => take(api.POST('/v3/payments/creditrequest/preview', { body })))
  const pay = useAction((body: PaymentRequest, idempotencyKey) =>
    take(api.POST('/v3/payments/creditrequest', { body, idempotencyKey })),
  )
  const text = JSON.stringify(draft)
  const isPreviewed = previewed === text && preview.data !== undefined
  const send = () =>
    pay.mutate(bodyOf(draft), {
      onSuccess: ({ paymentUID }) => {
        clear()
        void navigate({ to: `/payments/${paymentUID}` } as never)
      },
    })
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        New payment
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (preview.isPending || pay.isPending) return
          preview.mutate(bodyOf(draft), { onSuccess: () => setPreviewed(text) })
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} maw={760}>
          <Parties customerUID={customerUID} draft={draft} change={change} />
          <TextInput
            label="Amount"
            required
            inputMode="decimal"
            pattern="[0-9]{1,13}([.][0-9]{1,3})?"
            value={draft.paymentAmount}
            onChange={(event) => change({ paymentAmount: event.currentTarget.value })}
          />
          <TextInput
            label="Currency"
            required
            maxLength={3}
            value={draft.paymentCurrency}
            onChange={(event) => change({ paymentCurrency: event.currentTarget.value.toUpperCase() })}
          />
          <NativeSelect
            label="Speed"
            data={SPEEDS}
            value={draft.speed}
            onChange={(event) => change({ speed: event.currentTarget.value })}
          />
          <TextInput
            label="Date (today if empty)"
            type="date"
            value={draft.paymentDate}
            onChange={(event) => change({ paymentDate: event.currentTarget.value })}
          />
          <TextInput
            label="Reference"
            required
            maxLength={64}
            value={draft.externalReferenceId}
            onChange={(event) => change({ externalReferenceId: event.currentTarget.value })}
          />
          <TextInput
            label="Note"
            maxLength={80}
            value={draft.paymentNotes}
            onChange={(event) => change({ paymentNotes: event.currentTarget.value })}
          />
        </SimpleGrid>
        <ErrorNotice error={preview.error ?? pay.error} />
        {isPreviewed && <Preview of={preview.data} />}
        <Group mt="md">
          {!isPreviewed || preview.data.wouldBeRefused ? (
            <BusyButton key="preview" type="submit" isBusy={preview.isPending}>
              Preview
            </BusyButton>
          ) : (
            // Another button, that no second Enter of the preview reaches.
            <BusyButton key="pay" color="green" isBusy={pay.isPending} onClick={send}>
              Pay
            </BusyButton>
          )}
          <Button variant="default" onClick={clear}>
            Clear
          </Button>
        </Group>
      </form>
    </>
  )
}

interface PartiesProps {
  customerUID: string
  draft: Draft
  change: (parts: Partial<Draft>) => void
}

/** The account that pays and the contact that is paid, of one customer. */
function Parties({ customerUID, draft, change }: PartiesProps) {
  const api = useApi()
  const { legalEntity } = useSession()
  const isKnown = /^[1-9]\d{0,17}$/.test(customerUID)
  const path = { customerUID }
  const accounts = useQuery({
    queryKey: ['accounts-of', customerUID],
    enabled: isKnown,
    queryFn: () =>
      take(
        api.POST('/v3/customers/{customerUID}/accounts/search', {
          path,
          query: { page: 1, limit: 200 } as never,
          body: {},
        }),
      ),
  })
  const contacts = useQuery({
    queryKey: ['contacts-of', customerUID],
    enabled: isKnown,
    queryFn: () =>
      take(api.GET('/v2/customers/{customerUID}/contacts', { path, query: { page: 1, limit: 200 } as never })),
  })
  return (
    <>
      {legalEntity.kind === 'Institution' && (
        <TextInput
          label="UID of the customer that pays"
          required
          inputMode="numeric"
          value={draft.customerUID}
          onChange={(event) =>
            change({ customerUID: event.currentTarget.value.trim(), accountUID: '', contactUID: '' })
          }
        />
      )}
      <NativeSelect
        label="From account"
        required
        value={draft.accountUID}
        data={[
          { value: '', label: '' },
          ...(accounts.data ?? []).map(({ accountUID, accountNumber, accountName, availableBalance, currency }) => ({
            value: String(accountUID),
            label: `${accountName} ${accountNumber}: ${availableBalance ?? ''} ${currency}`,
          })),
        ]}
        onChange={(event) => change({ accountUID: event.currentTarget.value })}
      />
      <NativeSelect
        label="To contact"
        required
        value={draft.contactUID}
        data={[
          { value: '', label: '' },
          ...(contacts.data ?? []).map(({ contactUID, name, contactBank }) => ({
            value: String(contactUID),
            label: `${name} ${contactBank?.accountNo ?? ''}`,
          })),
        ]}
        onChange={(event) => change({ contactUID: event.currentTarget.value })}
      />
      <ErrorNotice error={accounts.error ?? contacts.error} />
    </>
  )
}

/** It takes the focus: the next Tab leads to what can be done about it. */
function Preview({ of }: { of: Schema<'PaymentPreview'> }) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <Alert
      ref={shown}
      tabIndex={-1}
      color={of.wouldBeRefused ? 'red' : 'green'}
      title={of.wouldBeRefused ? 'This would be refused' : 'This is what will happen'}
      mt="md"
      role="status"
    >
      {of.refusals.length > 0 && (
        <List>
          {of.refusals.map(({ reason, message }) => (
            <List.Item key={reason}>{message}</List.Item>
          ))}
        </List>
      )}
      {of.window && <Text>{of.window.says}</Text>}
      {of.missedCutOff && <Text>{of.missedCutOff.says}</Text>}
      <Facts
        of={[
          ['State', of.paymentStatus && <Status key="state" value={of.paymentStatus} />],
          ['Rail', of.deliveryMethod],
          ['Cut-off', of.cutOff && <Moment key="cutoff" at={of.cutOff} withEastern />],
          ['Value date', <Day key="value" day={of.valueDate} />],
          ['Expected settlement', of.expectedSettlement],
          ['Fee', <Money key="fee" amount={of.fee.amount} currency={of.currency} />],
          ['Available', <Money key="available" amount={of.funds.availableBalance} currency={of.currency} />],
          ['Needed', <Money key="needed" amount={of.funds.needed} currency={of.currency} />],
          ['Approvals needed', of.approvals.approversNeeded],
          [
            'Receiver gets',
            of.exchange && (
              <Money key="gets" amount={of.exchange.receiverAmount} currency={of.exchange.receiverCurrency} />
            ),
          ],
          ['Written differently', of.alteredFields?.map(({ field, written }) => `${field}: ${written}`).join(', ')],
        ]}
      />
    </Alert>
  )
}
