import { useEffect, useState } from 'react'
import { Beans } from '../ui/beans.tsx'
import { Button } from '../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { getReturnPath, loadPage, readSavedReturnPath } from './return-path.ts'
import { verifyArt } from './verify-art.ts'

const continueAfterMs = 1600

/** Shows the message for a moment, then opens the page that the user wanted before they signed up. */
export function Verified() {
  const [to] = useState(() => getReturnPath() ?? readSavedReturnPath() ?? '/')
  useEffect(() => {
    const timer = setTimeout(() => void loadPage(to), continueAfterMs)
    return () => clearTimeout(timer)
  }, [to])
  return (
    <AccountFrame {...verifyArt} title="Email verified!">
      <div className="grid justify-items-start gap-5">
        <Beans size={96} mood="happy" />
        <p role="status" className="text-soft">
          You are signed in.
        </p>
        <Button variant="primary" onClick={() => void loadPage(to)}>
          Continue
        </Button>
      </div>
    </AccountFrame>
  )
}
