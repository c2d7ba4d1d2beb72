import { Button, type ButtonProps, Group, Modal, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BusyButton } from './BusyButton.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { useAction } from './use-action.ts'
import { WaitsNotice } from './Waiting.tsx'
import { approvalsIn } from './waits.ts'

interface ConfirmButtonProps extends Omit<ButtonProps, 'children'> {
  label: string
  /** What will happen, in words. */
  consequence: ReactNode
  /** Asks for a reason, which the record keeps. */
  asksReason?: boolean | 'optional'
  send: (reason: string, idempotencyKey: string) => Promise<unknown>
  /** What to show of the answer before the dialog closes; nothing closes it at once. */
  show?: (answer: unknown) => ReactNode
  onDone?: () => void
}

/** A button whose consequence is told, and confirmed, before anything is sent. */
export function ConfirmButton({ label, consequence, asksReason, send, show, onDone, ...props }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const action = useAction(send)
  const waiting = action.isSuccess ? approvalsIn(action.data) : []
  const shown = action.isSuccess && waiting.length === 0 && show?.(action.data)
  const close = () => {
    setOpen(false)
    action.reset()
  }
  return (
    <>
      <Button {...props} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        {waiting.length > 0 && <WaitsNotice approvals={waiting} onClose={close} />}
        {shown}
        <form
          hidden={waiting.length > 0 || Boolean(shown)}
          onSubmit={(event) => {
            event.preventDefault()
            if (action.isPending) return
            action.mutate(reason, {
              onSuccess: (answer) => {
                if (approvalsIn(answer).length === 0 && !show?.(answer)) close()
                setReason('')
                onDone?.()
              },
            })
          }}
        >
          <Text component="div">{consequence}</Text>
          {asksReason && (
            <Textarea
              mt="sm"
              label="Reason"
              required={asksReason === true}
              value={reason}
              maxLength={200}
              onChange={(event) => setReason(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <ErrorNotice error={action.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              Back
            </Button>
            <BusyButton type="submit" color={props.color} isBusy={action.isPending}>
              {label}
            </BusyButton>
          </Group>
        </form>
      </Modal>
    </>
  )
}
