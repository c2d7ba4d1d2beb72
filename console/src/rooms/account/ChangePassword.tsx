import { Button, Modal, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { changePassword } from '../../api/account.ts'
import { useSession } from '../../api/session.ts'
import { BusyButton } from '../../kit/BusyButton.tsx'
import { ErrorNotice } from '../../kit/ErrorNotice.tsx'
import { useAction } from '../../kit/use-action.ts'

const FIELDS = [
  { name: 'current', label: 'Present password', autoComplete: 'current-password' },
  { name: 'next', label: 'New password', autoComplete: 'new-password' },
  { name: 'again', label: 'New password, again', autoComplete: 'new-password' },
] as const
const EMPTY = { current: '', next: '', again: '' }

/** Passwords are no draft: they are kept nowhere. */
export function ChangePassword({ onDone }: { onDone: () => void }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(EMPTY)
  const change = useAction(async ({ current, next, again }: typeof EMPTY) => {
    if (next !== again) throw new Error('The two new passwords differ.')
    return changePassword(session, { current, next })
  })
  const close = () => {
    setOpen(false)
    setTyped(EMPTY)
    change.reset()
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Change the password
      </Button>
      <Modal opened={isOpen} onClose={close} title="Change the password" centered>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!change.isPending) change.mutate(typed, { onSuccess: onDone })
          }}
        >
          <Text mb="sm">You are signed out everywhere, and sign in with the new password.</Text>
          {FIELDS.map(({ name, ...field }) => (
            <PasswordInput
              key={name}
              {...field}
              mt="xs"
              required
              maxLength={256}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
          ))}
          <ErrorNotice error={change.error} />
          <BusyButton type="submit" mt="md" isBusy={change.isPending}>
            Change the password
          </BusyButton>
        </form>
      </Modal>
    </>
  )
}
