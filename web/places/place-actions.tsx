import { useMutation } from '@tanstack/react-query'
import { Bell, BellRing, MapPinCheck, Megaphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Viewer } from '../../domain/access/contract.ts'
import { addReturnPath } from '../../domain/access/rules.ts'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { maxCounted } from '../../domain/places/kinds.ts'
import { useViewer } from '../app-state.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { findPosition } from './find-position.ts'
import { formatActivity, formatTime } from './format-place.ts'
import { checkingIn, followingPlace } from './queries.ts'

const CallDialog = lazy(() => import('./call-dialog.tsx'))

const clockInterval = 15_000

/** The actions of a place: check in, call for players, follow. On wide screens they are in a card next to the page. */
export function PlaceActions({ place }: { place: PlaceDetail }) {
  const viewer = useViewer()
  const { here, ping: playerCall, followers } = place
  return (
    <aside aria-label="Check-in" className="mt-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3.5 border-y border-line py-4 sm:max-w-lg lg:sticky lg:top-8 lg:rounded-card lg:border lg:bg-card lg:p-5.5 lg:shadow-card">
        <div className="flex min-h-9 items-center justify-between gap-3">
          <p className="text-title font-bold">
            {here.count === 0 ? 'Nobody here now' : `${here.count >= maxCounted ? `${maxCounted - 1}+` : here.count} here now`}
          </p>
          {here.people.length > 0 && <AvatarStack faces={here.people} total={here.count} max={4} size={32} />}
        </div>
        {playerCall && (
          <p className="grid gap-0.5 rounded-control bg-court-wash px-3.5 py-2.5 wrap-anywhere">
            <span className="font-strong">
              Need {playerCall.needed} more for {formatActivity(playerCall.activity)}
            </span>
            <span className="text-small text-soft">
              {playerCall.person?.name ?? 'Someone'} asked at {formatTime(playerCall.createdAt, place.timeZone)}
            </span>
          </p>
        )}
        {viewer?.profileComplete && place.mine ? (
          <ViewerActions place={place} mine={place.mine} viewer={viewer} />
        ) : (
          <SignInPrompt viewer={viewer} id={place.id} />
        )}
        {followers > 0 && (
          <p className="text-small text-soft">
            {followers >= maxCounted ? `${maxCounted - 1}+` : followers} {followers === 1 ? 'person follows' : 'people follow'} this place.
          </p>
        )}
      </div>
    </aside>
  )
}

function SignInPrompt({ viewer, id }: { viewer: Viewer | null; id: string }) {
  const here = `/places/view/${id}`
  if (viewer) {
    return (
      <LinkButton variant="primary" to={addReturnPath(viewer.emailVerified ? '/user-onboarding' : '/verify-email', here)}>
        Set up your profile to check in
      </LinkButton>
    )
  }
  return (
    <>
      <LinkButton variant="primary" to={addReturnPath('/login', here)}>
        Log in to check in
      </LinkButton>
      <p className="text-small text-soft">
        New here?{' '}
        <Link to={addReturnPath('/sign-up', here)} className="font-strong text-court underline-offset-3 hover:underline">
          Sign up
        </Link>
        , follow this place and get notified when players are needed.
      </p>
    </>
  )
}

type ViewerActionsProps = { place: PlaceDetail; mine: NonNullable<PlaceDetail['mine']>; viewer: Viewer }

function ViewerActions({ place, mine, viewer }: ViewerActionsProps) {
  const { id, timeZone } = place
  const follow = useMutation(followingPlace(id))
  const checkIn = useMutation(checkingIn(id, { id: viewer.id, name: viewer.name, pictureUrl: viewer.pictureUrl ?? null }))
  const [openCount, setOpenCount] = useState(0)
  const [isCalling, setCalling] = useState(false)
  const now = useNow(clockInterval)
  const { isFollowing, mayPingAt } = mine
  const hereUntil = mine.hereUntil !== null && mine.hereUntil > now ? mine.hereUntil : null
  const [isLocating, setLocating] = useState(false)
  const checkInHere = async () => {
    setLocating(true)
    const position = await findPosition()
    setLocating(false)
    checkIn.mutate({ isHere: true, before: mine.hereUntil, position })
  }
  const followButton = (
    <Button aria-pressed={isFollowing} onClick={() => follow.mutate(!isFollowing)}>
      {isFollowing ? <BellRing size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  )
  if (hereUntil === null) {
    return (
      <>
        <div className="grid grid-cols-[1fr_auto] gap-2.5">
          <Button variant="primary" isPending={isLocating} pendingLabel="Locating" onClick={() => void checkInHere()}>
            <MapPinCheck size={18} aria-hidden="true" /> Check in
          </Button>
          {followButton}
        </div>
        <p className="text-small text-soft">
          Your location shows that you are here, and is not stored. People who are logged in can see you here for 2 hours or until you check
          out.
        </p>
      </>
    )
  }
  const canCall = mayPingAt <= now
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <Status tone="live">Checked in until {formatTime(hereUntil, timeZone)}</Status>
      </p>
      <Button
        variant="primary"
        disabled={!canCall}
        onClick={() => {
          setOpenCount(openCount + 1)
          setCalling(true)
        }}
      >
        <Megaphone size={18} aria-hidden="true" /> Call for players
      </Button>
      {!canCall && (
        <p className="text-small text-soft">We already notified players. You can call again at {formatTime(mayPingAt, timeZone)}.</p>
      )}
      <div className="grid grid-cols-2 gap-2.5">
        <Button isPending={isLocating} pendingLabel="Locating" onClick={() => void checkInHere()} className="px-2!">
          Extend check-in
        </Button>
        <Button onClick={() => checkIn.mutate({ isHere: false, before: mine.hereUntil })} className="px-2!">
          Check out
        </Button>
        <span className="col-span-2 grid">{followButton}</span>
      </div>
      <Suspense>
        {openCount > 0 && <CallDialog key={openCount} place={place} isOpen={isCalling} onClose={() => setCalling(false)} />}
      </Suspense>
    </>
  )
}
