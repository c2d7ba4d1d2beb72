import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function NotFound() {
  return (
    <>
      <Title order={1}>Nothing is here</Title>
      <Text>The address is wrong, or your rights do not include this room.</Text>
      <Link to="/">Go to the first room</Link>
    </>
  )
}
