import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Beans } from '../ui/beans.tsx'
import { Button } from '../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { ownAccount } from './own-account-queries.ts'
import { getReturnPath, loadPage, readSavedReturnPath } from './return-path.ts'
import { verifyArt } from './verify-art.ts'
import { Verifying } from './verifying.tsx'

const continueAfterMs = 1600

/** Asks for a password if the account cannot be opened without the link, and otherwise continues to the page that the user wanted. */
export function Verified({ isLinkRefused = false }: { isLinkRefused?: boolean }) {
  const account = useQuery({ ...ownAccount, retry: false })
  const [to] = useState(() => getReturnPath() ?? readSavedReturnPath() ?? '/')
  const openPage = () => void loadPage(to)
  if (account.data && !account.data.hasPassword && !account.data.hasGoogle) return <ChoosePassword onContinue={openPage} />
  if (account.isPending) return <Verifying />
  return isLinkRefused ? <LinkNotNeeded onContinue={openPage} /> : <EmailVerified onContinue={openPage} />
}

const LinkNotNeeded = ({ onContinue }: { onContinue: () => void }) => (
  <AccountFrame
    {...verifyArt}
    title="This link does not work"
    intro="You do not need it: you are signed in, and the email of your account is already verified."
  >
    <Button variant="primary" onClick={onContinue} className="justify-self-start">
      Continue
    </Button>
  </AccountFrame>
)

/** Shows the message for a moment. */
function EmailVerified({ onContinue }: { onContinue: () => void }) {
  const continueNow = useEffectEvent(onContinue)
  useEffect(() => {
    const timer = setTimeout(continueNow, continueAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <AccountFrame {...verifyArt} title="Email verified!">
      <div className="grid justify-items-start gap-5">
        <Beans size={96} mood="happy" />
        <p role="status" className="text-soft">
          You are signed in.
        </p>
        <Button variant="primary" onClick={onContinue}>
          Continue
        </Button>
      </div>
    </AccountFrame>
  )
}
