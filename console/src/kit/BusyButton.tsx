import { Button, type ButtonProps, type ElementProps, Loader } from '@mantine/core'

interface BusyButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  isBusy: boolean
}

/**
 * A button that does nothing while its work is done. It keeps the focus meanwhile: a disabled one
 * loses it, and in a dialog the next Tab then leads to the page behind.
 */
export function BusyButton({ isBusy, onClick, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      aria-disabled={isBusy || undefined}
      leftSection={isBusy && <Loader size={14} color="currentColor" aria-label="Working" />}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}
