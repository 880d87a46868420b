import type { MutationOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { LinkHint } from './link-hint.tsx'
import { SendAgainButton } from './send-again-button.tsx'

type LinkSentProps = { email: string; sending: MutationOptions<void, Error, string>; onChangeEmail: () => void }

/** What stands where an email was asked for. It does not say whether there is an account. */
export function LinkSent({ email, sending, onChangeEmail }: LinkSentProps) {
  const message = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone. Without this, a dialog around us would not hear the Escape key.
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <div ref={message} tabIndex={-1} className="grid gap-2 outline-none">
        <p className="wrap-anywhere">
          If there is an account for <b>{email}</b>, we sent a link to that address.
        </p>
        <LinkHint lasts="one hour" />
      </div>
      <div className="grid justify-items-start gap-3">
        <SendAgainButton email={email} sending={sending} />
        <button type="button" onClick={onChangeEmail} className="min-h-11 font-strong text-court underline-offset-3 hover:underline">
          Use another email
        </button>
      </div>
    </>
  )
}
