import { useMutation } from '@tanstack/react-query'
import { Check, ChevronDown, Clock, Eye, QrCode as QrIcon, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { connecting, disconnecting, following } from '../connections/queries.ts'
import { MessageButton } from '../messages/message-button.tsx'
import { ReportTextButton } from '../reports/report-button.tsx'
import { shareLink } from '../share/share-link.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { BlockButton } from './block-person.tsx'
import { MutualPeople } from './mutual-people.tsx'
import { profileUrl } from './profile-url.ts'

const loadMenu = () => import('./connection-menu.tsx')
const ConnectionMenu = lazy(loadMenu)
const NoteDialog = lazy(() => import('./note-dialog.tsx'))
const QrDialog = lazy(() => import('./qr-dialog.tsx'))

type ProfileProps = { profile: PublicProfile }

/** The actions on a profile, such as connect and follow. On wide screens they are in a card next to the profile. */
export function ProfileActions({ profile }: ProfileProps) {
  const { displayName, followers, isMe } = profile
  return (
    <aside aria-label={isMe ? 'My profile' : `${displayName} and you`} className="mt-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3 sm:max-w-md lg:sticky lg:top-8 lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-5.5 lg:pb-2.5 lg:shadow-card">
        {isMe ? <OwnActions /> : <OthersActions profile={profile} />}
        <MutualPeople profile={profile} />
        <div className="flex flex-wrap items-center justify-between gap-x-5 lg:border-t lg:border-line lg:pt-2.5">
          <p>
            <b>{followers.toLocaleString()}</b> <span className="text-soft">{followers === 1 ? 'follower' : 'followers'}</span>
          </p>
          <ShareActions profile={profile} />
        </div>
      </div>
    </aside>
  )
}

function OwnActions() {
  return (
    <>
      <div className="grid grid-cols-[3fr_2fr_2fr] gap-2.5 lg:grid-cols-2">
        <LinkButton variant="primary" to="/settings?tab=general" className="px-2! lg:col-span-2">
          Edit profile
        </LinkButton>
        <LinkButton to="/settings?tab=sports" className="px-2!">
          Sports
        </LinkButton>
        <LinkButton to="/settings?tab=privacy" className="px-2!">
          Privacy
        </LinkButton>
      </div>
      <Link to="/profile?as=others" className={joinClasses(textButtonClasses, 'justify-self-start')}>
        <Eye size={16} aria-hidden="true" /> View as others
      </Link>
    </>
  )
}

function OthersActions({ profile }: ProfileProps) {
  return (
    <div className="grid grid-cols-2 gap-2.5 lg:grid-cols-1">
      <ConnectionAction profile={profile} />
      <FollowButton profile={profile} />
      {profile.mayMessage && <MessageButton userId={profile.id} className="max-lg:col-span-2" />}
    </div>
  )
}

function FollowButton({ profile: { id, isFollowing, connection } }: ProfileProps) {
  const { mutate } = useMutation(following(id))
  return (
    <Button
      aria-pressed={isFollowing}
      onClick={() => mutate(!isFollowing)}
      className={connection === 'received' ? 'max-lg:col-span-2' : ''}
    >
      {isFollowing ? (
        <>
          <Check size={17} aria-hidden="true" /> Following
        </>
      ) : (
        'Follow'
      )}
    </Button>
  )
}

function ConnectionAction({ profile }: ProfileProps) {
  const { id, displayName, connection: from, connectionNote } = profile
  const note = useLazyOpen()
  const connect = useMutation(connecting(id))
  const disconnect = useMutation(disconnecting(id))
  // The pressed button disappears after a change, so the button that replaces it takes the focus.
  const [hasChanged, setChanged] = useState(false)
  const askToConnect = () => {
    setChanged(true)
    connect.mutate({ from })
  }
  const endConnection = () => {
    setChanged(true)
    disconnect.mutate({ from })
  }
  switch (from) {
    case null:
      return (
        <div className="grid">
          <Button variant="primary" autoFocus={hasChanged} onClick={askToConnect}>
            Connect
          </Button>
          <button
            type="button"
            onClick={note.open}
            aria-haspopup="dialog"
            className={joinClasses(textButtonClasses, 'justify-self-center')}
          >
            Add a note
          </button>
          {note.isOpen && (
            <Suspense>
              <NoteDialog profile={profile} onSend={() => setChanged(true)} onClose={note.close} />
            </Suspense>
          )}
        </div>
      )
    case 'received':
      return (
        <div className="col-span-2 grid gap-2.5 lg:col-span-1">
          <p className="wrap-anywhere">{displayName} wants to connect.</p>
          {connectionNote && <blockquote className="border-l-2 border-line pl-3 text-soft wrap-anywhere">{connectionNote}</blockquote>}
          <div className="grid grid-cols-2 gap-2.5">
            <Button variant="primary" onClick={askToConnect}>
              Accept
            </Button>
            <Button onClick={endConnection}>Decline</Button>
          </div>
        </div>
      )
    default:
      return <ConnectionStatusButton key={from} name={displayName} state={from} hasChanged={hasChanged} onEnd={endConnection} />
  }
}

type ConnectionStatusProps = { name: string; state: 'sent' | 'connected'; hasChanged: boolean; onEnd: () => void }

/** Shows "Requested" or "Connected" and opens the menu to end it. The code of the menu is loaded when the button is first pressed. */
function ConnectionStatusButton({ name, state, hasChanged, onEnd }: ConnectionStatusProps) {
  const [isMenuLoaded, setMenuLoaded] = useState(false)
  const Icon = state === 'sent' ? Clock : Check
  const content = (
    <>
      <Icon size={17} aria-hidden="true" /> {state === 'sent' ? 'Requested' : 'Connected'}
      <ChevronDown size={16} aria-hidden="true" className="text-soft" />
    </>
  )
  const button = (
    <Button
      aria-haspopup="menu"
      aria-expanded={false}
      autoFocus={hasChanged}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setMenuLoaded(true)}
    >
      {content}
    </Button>
  )
  if (!isMenuLoaded) return button
  return (
    <Suspense fallback={button}>
      <ConnectionMenu name={name} state={state} onEnd={onEnd}>
        {content}
      </ConnectionMenu>
    </Suspense>
  )
}

const textButtonClasses = 'inline-flex min-h-11 items-center gap-1.75 text-small font-strong hover:text-court'

/** Share the profile by link or QR code, or block or report the person. */
function ShareActions({ profile: { id, displayName, isMe } }: ProfileProps) {
  const qrDialog = useLazyOpen()
  return (
    <div className="flex flex-wrap gap-x-5">
      <button type="button" className={textButtonClasses} onClick={() => void shareLink({ title: displayName, url: profileUrl(id) })}>
        <Share2 size={16} aria-hidden="true" /> Share
      </button>
      <button type="button" className={textButtonClasses} onClick={qrDialog.open} aria-haspopup="dialog">
        <QrIcon size={16} aria-hidden="true" /> QR code
      </button>
      {!isMe && (
        <>
          <BlockButton userId={id} name={displayName} className={textButtonClasses} />
          <ReportTextButton kind="person" subjectId={id} title={`Report ${displayName}`} className={textButtonClasses} />
        </>
      )}
      {qrDialog.wasOpened && (
        <Suspense>
          <QrDialog userId={id} name={displayName} isMe={isMe} isOpen={qrDialog.isOpen} onClose={qrDialog.close} />
        </Suspense>
      )}
    </div>
  )
}
