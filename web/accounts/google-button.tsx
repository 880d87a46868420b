import { useMutation } from '@tanstack/react-query'
import { useConfig } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { signInWithGoogle } from './auth.ts'
import { GoogleLogo } from './google-logo.tsx'
import { getReturnPath, saveReturnPath } from './return-path.ts'

/** Shown below the form if this deployment supports signing in with Google. It leads to `next`, or to the page in the address. */
export function GoogleButton({ next = getReturnPath() }: { next?: string | null }) {
  const { googleSignIn } = useConfig()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => {
      saveReturnPath(next)
      return signInWithGoogle(next ?? '/')
    },
  })
  if (!googleSignIn) return null
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-4 text-small text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {error && <ErrorNotice error={error} />}
      <Button isPending={isPending || isSuccess} pendingLabel="Opening Google" onClick={() => mutate()}>
        <GoogleLogo />
        Continue with Google
      </Button>
    </div>
  )
}
