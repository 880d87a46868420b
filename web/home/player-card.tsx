import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { unnamedPlayer } from '../../domain/profiles/faces.ts'
import { profileUrl } from '../profiles/profile-url.ts'
import { ownRegistrations } from '../seasons/queries.ts'
import { QrCode } from '../share/qr-code.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { RegistrationList, RegistrationsLoading } from './registration-list.tsx'

type PlayerCardProps = {
  player: Pick<OwnProfile, 'id' | 'displayName' | 'pictureUrl' | 'email'>
  isOpen: boolean
  onClose: () => void
}

/** A card to show to organizers: the QR code of the viewer's profile, their picture, and their season registrations. */
export default function PlayerCard({ player, isOpen, onClose }: PlayerCardProps) {
  const { id, displayName, pictureUrl, email } = player
  const name = displayName ?? unnamedPlayer
  return (
    <Dialog title="Player card" isOpen={isOpen} onClose={onClose} width={420}>
      <div className="grid gap-6 pt-1">
        <div className="grid justify-items-center">
          <QrCode url={profileUrl(id)} label="QR code to my profile" size={232} />
        </div>
        <div className="flex items-center gap-4">
          <Avatar face={{ id, name, pictureUrl }} size={60} isDecorative />
          <div className="min-w-0">
            <p className="text-title font-bold tracking-tight wrap-anywhere">{name}</p>
            <p className="text-small text-soft wrap-anywhere">{email}</p>
          </div>
        </div>
        <section aria-label="Registrations">
          <h3 className="mb-2 text-body font-strong">Registrations</h3>
          <OwnRegistrations isOpen={isOpen} />
        </section>
      </div>
    </Dialog>
  )
}

/** Loads the registrations when the card is opened, because nothing else on the home screen needs them. */
function OwnRegistrations({ isOpen }: { isOpen: boolean }) {
  const query = useInfiniteQuery({ ...ownRegistrations, enabled: isOpen })
  const { data, error, refetch, isFetching } = query
  if (data) {
    return (
      <>
        <RegistrationList registrations={data.pages.flatMap(({ registrations }) => registrations)} />
        <ShowMore query={query} />
      </>
    )
  }
  return error ? <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <RegistrationsLoading />
}
