import { ApiError } from '../../api.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { needsProfile, ProfileNeeded } from '../profile-needed.tsx'

/** Why the form was not sent. Nothing that was entered is lost. */
export function SendFailure({ error }: { error: unknown }) {
  if (needsProfile(error)) return <ProfileNeeded error={error} />
  if (error instanceof ApiError) return <ErrorNotice error={error} />
  return (
    <ErrorNotice
      title="We could not send it"
      message="You seem to be offline. Your answers are safe on this device. Send them again when you are back online."
    />
  )
}

/** A file that did not arrive. */
export const FileFailure = ({ name }: { name: string }) => (
  <p className="font-medium wrap-anywhere text-bad">{name} could not be added. Remove it, or try again.</p>
)
