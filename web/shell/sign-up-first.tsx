import { LinkButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { useProfileLink } from './use-profile-link.ts'
import { useSignInLinks } from './use-sign-in-links.ts'

/** For who cannot answer yet: to sign up or to complete the profile first, and then come back here. `verb` is what they want to do. */
export function SignUpFirst({ verb, className }: { verb: string; className: string }) {
  const links = useSignInLinks()
  const profileLink = useProfileLink()
  if (profileLink)
    return (
      <LinkButton variant="primary" to={profileLink}>
        Complete your profile to {verb}
      </LinkButton>
    )
  return (
    links && (
      <div className={joinClasses('gap-2.5', className)}>
        <LinkButton variant="primary" to={links.signUp}>
          Sign up to {verb}
        </LinkButton>
        <LinkButton to={links.login}>Log in</LinkButton>
      </div>
    )
  )
}
