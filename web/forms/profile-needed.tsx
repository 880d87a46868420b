import { useLocation } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import { ApiError } from '../api.ts'
import { useProfileLink } from '../shell/use-profile-link.ts'
import { LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'

export const needsProfile = (error: unknown): boolean => error instanceof ApiError && error.code === 'ProfileIncomplete'

/** The server wants a complete profile first. The link leads back to this page. */
export function ProfileNeeded({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const link = useProfileLink() ?? addReturnPath('/user-onboarding', pathname + search)
  return (
    <div className="grid justify-items-start gap-2.5">
      <ErrorNotice error={error} />
      <LinkButton size="small" to={link}>
        Complete your profile
      </LinkButton>
    </div>
  )
}
