import { Spinner } from '../ui/spinner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { verifyArt } from './verify-art.ts'

export function Verifying() {
  return (
    <AccountFrame {...verifyArt} title="Verifying your email">
      <p role="status" className="flex items-center gap-3 text-soft">
        <Spinner /> One moment.
      </p>
    </AccountFrame>
  )
}
