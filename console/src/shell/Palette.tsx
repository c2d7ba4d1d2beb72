import { Modal, NavLink, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut, useSession } from '../api/session.ts'
import type { Room } from '../rooms/rooms.ts'

interface Command {
  label: string
  run: () => void
}

/** Rooms and commands by their names. Enter runs the first that matches. */
export function Palette({ rooms, isOpen, onClose }: { rooms: readonly Room[]; isOpen: boolean; onClose: () => void }) {
  const [text, setText] = useState('')
  /** The page that opens takes the focus then. */
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const session = useSession()
  const go = (to: string) => () => void navigate({ to } as never)
  const commands: Command[] = [
    ...rooms.map(({ path, title }) => ({ label: title, run: go(`/${path}`) })),
    ...rooms.flatMap(({ path, title, pages = {} }) =>
      Object.keys(pages).map((page) => ({ label: `${title}: ${page}`, run: go(`/${path}/${page}`) })),
    ),
    { label: 'Your account', run: go('/account') },
    { label: 'Sign out', run: () => void signOut(session) },
  ]
  const found = commands.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  const close = (isLeaving: boolean) => {
    setText('')
    setLeaving(isLeaving)
    onClose()
  }
  const run = (command: Command | undefined) => {
    close(command !== undefined)
    command?.run()
  }
  return (
    <Modal opened={isOpen} onClose={() => close(false)} title="Go to" yOffset="10vh" returnFocus={!isLeaving}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(found[0])
        }}
      >
        <TextInput
          data-autofocus
          aria-label="Room or command"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
      {found.slice(0, 12).map((command) => (
        <NavLink key={command.label} component="button" label={command.label} onClick={() => run(command)} />
      ))}
    </Modal>
  )
}
