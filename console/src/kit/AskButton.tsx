import { Button, type ButtonProps, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BusyButton } from './BusyButton.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { useAction } from './use-action.ts'
import { useDraft } from './use-draft.ts'
import { WaitsNotice } from './Waiting.tsx'
import { approvalsIn } from './waits.ts'

export interface AskedField {
  name: string
  label: string
  value?: string
  isOptional?: boolean
  type?: 'text' | 'date' | 'datetime-local'
  options?: readonly string[]
  /** What is in force, above the field. */
  now?: ReactNode
  /** Whether it takes a number. */
  isNumber?: boolean
}

const NUMBER = { inputMode: 'decimal' as const, pattern: '-?[0-9]{1,13}([.][0-9]{1,8})?' }

interface AskButtonProps extends Omit<ButtonProps, 'children'> {
  label: string
  /** What the button shows, where the page around it says the rest of its label. */
  caption?: string
  /** What will happen, in words. */
  consequence: ReactNode
  fields: readonly AskedField[]
  send: (values: Record<string, string>, idempotencyKey: string) => Promise<unknown>
  onDone?: () => void
}

/** A button that asks for some values, tells what will happen, and sends it once. */
export function AskButton({ label, caption, consequence, fields, send, onDone, ...props }: AskButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [empty] = useState(() => Object.fromEntries(fields.map(({ name, value = '' }) => [name, value])))
  const [draft, change, clear] = useDraft<Record<string, string>>(`${location.pathname} ${label}`, empty)
  const action = useAction(send)
  const waiting = action.isSuccess ? approvalsIn(action.data) : []
  const close = () => {
    setOpen(false)
    action.reset()
  }
  return (
    <>
      <Button {...props} {...(caption && { 'aria-label': label })} onClick={() => setOpen(true)}>
        {caption ?? label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        {waiting.length > 0 && <WaitsNotice approvals={waiting} onClose={close} />}
        <form
          hidden={waiting.length > 0}
          onSubmit={(event) => {
            event.preventDefault()
            if (action.isPending) return
            const onSuccess = (answer: unknown) => {
              clear()
              if (approvalsIn(answer).length === 0) close()
              onDone?.()
            }
            action.mutate(draft, { onSuccess })
          }}
        >
          <Text component="div" mb="sm">
            {consequence}
          </Text>
          {fields.map(({ name, label: fieldLabel, isOptional, type = 'text', options, now, isNumber }) =>
            options ? (
              <NativeSelect
                key={name}
                mt="xs"
                label={fieldLabel}
                description={now}
                required={!isOptional}
                data={['', ...options]}
                value={draft[name] ?? ''}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
              />
            ) : (
              <TextInput
                key={name}
                mt="xs"
                label={fieldLabel}
                type={type}
                description={now}
                {...(isNumber && NUMBER)}
                required={!isOptional}
                maxLength={500}
                value={draft[name] ?? ''}
                onChange={(event) => change({ [name]: event.currentTarget.value })}
              />
            ),
          )}
          <ErrorNotice error={action.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              Back
            </Button>
            <BusyButton type="submit" color={props.color} isBusy={action.isPending}>
              {caption ?? label}
            </BusyButton>
          </Group>
        </form>
      </Modal>
    </>
  )
}
