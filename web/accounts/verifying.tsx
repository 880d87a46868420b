import { Spinner } from '../ui/spinner.tsx'
import { AccountFrame } from './account-frame.tsx'
import { verifyArt } from './verify-art.ts'

export function Verifying({ title = 'Verifying your email' }: { title?: string }) {
  return (
    <AccountFrame {...verifyArt} title={title}>
      <p role="status" className="flex items-center gap-3 text-soft">
        <Spinner /> One moment.
      </p>
    </AccountFrame>
  )
}
