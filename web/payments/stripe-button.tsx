import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { openStripeTab } from './open-stripe-tab.ts'

type StripeButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'isPending'> & {
  /** Asks for the page, which is made for this visit. */
  readPage: () => Promise<{ url: string }>
  onFailure?: (error: unknown) => void
  children: ReactNode
}

/** Opens a page of Stripe in a tab of its own. */
export function StripeButton({ readPage, onFailure = showFailure, children, ...look }: StripeButtonProps) {
  const open = async () => {
    const tab = openStripeTab()
    try {
      tab.lead((await readPage()).url)
    } catch (error) {
      tab.close()
      onFailure(error)
    }
  }
  return (
    <Button {...look} pendingLabel="Opening Stripe" onClick={() => void open()}>
      {children}
      <VisuallyHidden>, in a new tab</VisuallyHidden>
    </Button>
  )
}
