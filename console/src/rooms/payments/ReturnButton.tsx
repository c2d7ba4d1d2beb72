import type { Schema } from '@giro/sdk'
import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { take, useApi } from '../../api/giro.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useAction } from '../../kit/use-action.ts'

/** Books a return that came by another way than a file or message. */
export function ReturnButton({ payment }: { payment: Schema<'Payment'> }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [notes, setNotes] = useState('')
  const path = { paymentUID: payment.paymentUID }
  const action = useAction((body: { achReturnCode: string; returnNotes: string }, idempotencyKey) =>
    take(api.PUT('/v3/payments/{paymentUID}/return', { path, body: body as never, idempotencyKey })),
  )
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Book a return
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Book a return" centered>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!action.isPending)
              action.mutate({ achReturnCode: code, returnNotes: notes }, { onSuccess: () => setOpen(false) })
          }}
        >
          <Text mb="sm">
            The money is back at the customer, and the payment is Returned. Files and messages do this by themselves.
          </Text>
          <TextInput
            label="Return code"
            required
            maxLength={4}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label="Notes"
            required
            maxLength={200}
            mt="sm"
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          <ErrorNotice error={action.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setOpen(false)}>
              Back
            </Button>
            <BusyButton type="submit" isBusy={action.isPending}>
              Book the return
            </BusyButton>
          </Group>
        </form>
      </Modal>
    </>
  )
}
