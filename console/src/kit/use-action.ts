import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * Sends something once: a double click or a repeat after a lost answer has the same idempotency key,
 * and what is done is done once. The next thing sent after a success has a new key. Lists and records
 * are read again afterwards.
 */
export function useAction<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Output>) {
  const queries = useQueryClient()
  const pending = useRef<{ text: string; key: string } | null>(null)
  return useMutation<Output, unknown, Input>({
    mutationFn: (input: Input) => {
      const text = JSON.stringify(input)
      if (pending.current?.text !== text) pending.current = { text, key: newKey() }
      return send(input, pending.current.key)
    },
    onSuccess: () => {
      pending.current = null
    },
    onSettled: () => queries.invalidateQueries(),
  })
}

/** 128 random bits. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
