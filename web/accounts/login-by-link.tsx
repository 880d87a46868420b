import { EmailMeALink } from './email-me-a-link.tsx'
import { GoogleButton } from './google-button.tsx'
import { getReturnPath } from './return-path.ts'
import { TextLink } from './text-link.tsx'

/** Logs in without a password. Most people never open it, so the page of the login loads it only then. */
export default function LoginByLink() {
  return (
    <>
      <EmailMeALink next={getReturnPath()} />
      <TextLink to="/login" className="inline-flex min-h-11 items-center justify-self-start">
        Log in with a password
      </TextLink>
      <GoogleButton />
    </>
  )
}
