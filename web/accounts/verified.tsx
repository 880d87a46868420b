import { useEffect, useState } from 'react'
import { Beans } from '../ui/beans.tsx'
import { Button } from '../ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'
import { goOn, nextStop, rememberedNextStop } from './next-stop.ts'
import { verifyArt } from './verify-art.ts'

const moment = 1600

/** Long enough to be read, then on to where the person was going before they signed up. */
export function Verified() {
  const [to] = useState(() => nextStop() ?? rememberedNextStop() ?? '/')
  useEffect(() => {
    const timer = setTimeout(() => void goOn(to), moment)
    return () => clearTimeout(timer)
  }, [to])
  return (
    <AccountFrame {...verifyArt} title="Email verified!">
      <div className="grid justify-items-start gap-5">
        <Beans size={96} mood="happy" />
        <p role="status" className="text-soft">
          You are signed in.
        </p>
        <Button variant="go" onClick={() => void goOn(to)}>
          Continue
        </Button>
      </div>
    </AccountFrame>
  )
}
