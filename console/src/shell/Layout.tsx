import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  Text,
  TextInput,
  Tooltip,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RefreshProvider, useFeed } from '../api/refresh.ts'
import { signOut, useSession } from '../api/session.ts'
import { useKeys } from '../kit/keys.ts'
import { roomsFor } from '../rooms/rooms.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { Palette } from './Palette.tsx'

export function Layout() {
  const session = useSession()
  const rooms = roomsFor(session).filter(({ isHidden }) => !isHidden)
  const [isMenuOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const [isPaletteOpen, palette] = useDisclosure()
  const search = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useFocusOnContent(pathname)
  const feed = useFeed()
  useKeys({
    '/': () => search.current?.focus(),
    '?': help.open,
    'mod+k': palette.open,
    r: feed.refresh,
  })
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header px="sm">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isMenuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Rooms" />
            <Text fw={600} truncate maw={260} visibleFrom="xs">
              {session.institution.name}
            </Text>
            {session.institution.isSandbox && <Badge className="status status-orange">Sandbox</Badge>}
          </Group>
          <search>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                const text = search.current?.value.trim()
                if (text) void navigate({ to: '/search', search: { q: text } } as never)
              }}
            >
              <TextInput
                ref={search}
                size="xs"
                w={{ base: 110, xs: 180, md: 300 }}
                placeholder="Search ( / )"
                aria-label="Search"
                maxLength={140}
              />
            </form>
          </search>
          <Group gap={4} wrap="nowrap">
            <ThemeButton />
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="subtle" size="compact-sm" maw={{ base: 90, sm: 200 }}>
                  {session.person.name}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>
                  {session.person.loginId} · {session.legalEntity.name}
                </Menu.Label>
                <Menu.Item component={Link} to={'/account' as never}>
                  Your account
                </Menu.Item>
                <Menu.Item onClick={help.open}>Keys ( ? )</Menu.Item>
                <Menu.Item onClick={() => void signOut(session)}>Sign out</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Rooms">
        {rooms.map(({ path, title }) => (
          <NavLink
            key={path}
            component={Link}
            to={`/${path}` as never}
            label={title}
            active={pathname === `/${path}` || pathname.startsWith(`/${path}/`)}
            onClick={menu.close}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Stale {...feed} />
        <RefreshProvider value={feed.refreshes}>
          <Outlet />
        </RefreshProvider>
      </AppShell.Main>
      <KeysHelp isOpen={isHelpOpen} onClose={help.close} />
      <Palette rooms={rooms} isOpen={isPaletteOpen} onClose={palette.close} />
    </AppShell>
  )
}

/** Who goes to another page goes on from its content, and not again through the navigation. */
function useFocusOnContent(pathname: string) {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Says that lists are older than what happened, and lets the person decide when they change. */
function Stale({ changes, isConnected, refresh }: ReturnType<typeof useFeed>) {
  if (isConnected && changes === 0) return null
  return (
    <Alert color={isConnected ? 'blue' : 'orange'} mb="sm" p="xs" role="status">
      <Group justify="space-between">
        <Text size="sm">
          {isConnected ? 'Something changed since this was read.' : 'The connection is lost. What you see may be old.'}
        </Text>
        <Button size="compact-sm" variant="default" onClick={refresh}>
          Refresh
        </Button>
      </Group>
    </Alert>
  )
}

function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const next = { light: 'dark', dark: 'auto', auto: 'light' } as const
  const sign = { light: '☀', dark: '☾', auto: '◐' }
  return (
    <Tooltip label={`Colors: ${colorScheme}`}>
      <ActionIcon
        variant="subtle"
        aria-label={`Colors: ${colorScheme}. Change to ${next[colorScheme]}`}
        onClick={() => setColorScheme(next[colorScheme])}
      >
        {sign[colorScheme]}
      </ActionIcon>
    </Tooltip>
  )
}
