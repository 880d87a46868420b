import { useMutation } from '@tanstack/react-query'
import { EmailForm } from './email-form.tsx'
import { LinkSent } from './link-sent.tsx'
import { sendingLoginLink } from './queries.ts'
import { saveReturnPath } from './return-path.ts'
import { useSentTo } from './use-sent-to.ts'

/** Logs a person in without a password, by a link in an email that returns to `next`. */
export function EmailMeALink({ next }: { next: string | null }) {
  const { sentTo, setSentTo, isChangingEmail, changeEmail } = useSentTo()
  const sending = sendingLoginLink(next)
  const send = useMutation(sending)
  if (sentTo !== null) {
    return (
      <div className="grid gap-5">
        <LinkSent email={sentTo} sending={sending} onChangeEmail={changeEmail} />
      </div>
    )
  }
  return (
    <EmailForm
      action="Email me a link"
      hasFocus={isChangingEmail}
      onSend={async (email) => {
        await send.mutateAsync(email)
        // The email contains only pages of games. In this browser, the link returns to any page.
        saveReturnPath(next)
        setSentTo(email)
      }}
    />
  )
}
