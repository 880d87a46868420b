import { useMutation } from '@tanstack/react-query'
import { Bell, BellRing, MapPinCheck, Megaphone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Viewer } from '../../domain/access/contract.ts'
import { withWayBack } from '../../domain/access/rules.ts'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { maxCounted } from '../../domain/places/kinds.ts'
import { useViewer } from '../app-state.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { useNow } from '../ui/use-now.ts'
import { activityWords, clockWords } from './place-words.ts'
import { followingPlace, visitingPlace } from './queries.ts'

const CallDialog = lazy(() => import('./call-dialog.tsx'))

const clockEvery = 15_000

/** What one can do at a place. A card beside the page where there is room for one. */
export function PlaceActions({ place }: { place: PlaceDetail }) {
  const viewer = useViewer()
  const { here, ping, followers } = place
  return (
    <aside aria-label="Check-in" className="mt-5 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3.5 border-y border-line py-4 sm:max-w-lg lg:sticky lg:top-8 lg:rounded-card lg:border lg:bg-card lg:p-5.5 lg:shadow-card">
        <div className="flex min-h-9 items-center justify-between gap-3">
          <p className="text-title font-bold">
            {here.count === 0 ? 'Nobody here now' : `${here.count >= maxCounted ? `${maxCounted - 1}+` : here.count} here now`}
          </p>
          {here.people.length > 0 && <AvatarStack faces={here.people} total={here.count} max={4} size={32} />}
        </div>
        {ping && (
          <p className="grid gap-0.5 rounded-control bg-court-wash px-3.5 py-2.5 wrap-anywhere">
            <span className="font-strong">
              Need {ping.needed} more for {activityWords(ping.activity)}
            </span>
            <span className="text-small text-soft">
              {ping.person.name} asked at {clockWords(ping.createdAt, place.timeZone)}
            </span>
          </p>
        )}
        {viewer?.profileComplete && place.mine ? (
          <OwnActions place={place} mine={place.mine} viewer={viewer} />
        ) : (
          <WayIn viewer={viewer} id={place.id} />
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

function WayIn({ viewer, id }: { viewer: Viewer | null; id: string }) {
  const here = `/places/view/${id}`
  if (viewer) {
    return (
      <LinkButton variant="go" to={withWayBack(viewer.emailVerified ? '/user-onboarding' : '/verify-email', here)}>
        Set up your profile to check in
      </LinkButton>
    )
  }
  return (
    <>
      <LinkButton variant="go" to={withWayBack('/login', here)}>
        Log in to check in
      </LinkButton>
      <p className="text-small text-soft">
        New here?{' '}
        <Link to={withWayBack('/sign-up', here)} className="font-strong text-court underline-offset-3 hover:underline">
          Sign up
        </Link>
        , follow this place and get notified when players are needed.
      </p>
    </>
  )
}

type OwnActionsProps = { place: PlaceDetail; mine: NonNullable<PlaceDetail['mine']>; viewer: Viewer }

function OwnActions({ place, mine, viewer }: OwnActionsProps) {
  const { id, timeZone } = place
  const follow = useMutation(followingPlace(id))
  const visit = useMutation(visitingPlace(id, { id: viewer.id, name: viewer.name, pictureUrl: viewer.pictureUrl ?? null }))
  const [openings, setOpenings] = useState(0)
  const [isCalling, setCalling] = useState(false)
  const now = useNow(clockEvery)
  const { isFollowing, mayPingAt } = mine
  const hereUntil = mine.hereUntil !== null && mine.hereUntil > now ? mine.hereUntil : null
  const go = (isHere: boolean) => visit.mutate({ isHere, before: mine.hereUntil })
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
          <Button variant="go" onClick={() => go(true)}>
            <MapPinCheck size={18} aria-hidden="true" /> Check in
          </Button>
          {followButton}
        </div>
        <p className="text-small text-soft">People who are logged in can see you here for 2 hours or until you check out.</p>
      </>
    )
  }
  const mayCall = mayPingAt <= now
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <Status tone="live">Checked in until {clockWords(hereUntil, timeZone)}</Status>
      </p>
      <Button
        variant="go"
        disabled={!mayCall}
        onClick={() => {
          setOpenings(openings + 1)
          setCalling(true)
        }}
      >
        <Megaphone size={18} aria-hidden="true" /> Call for players
      </Button>
      {!mayCall && (
        <p className="text-small text-soft">We already notified players. You can call again at {clockWords(mayPingAt, timeZone)}.</p>
      )}
      <div className="grid grid-cols-2 gap-2.5">
        <Button onClick={() => go(true)} className="px-2!">
          Extend check-in
        </Button>
        <Button onClick={() => go(false)} className="px-2!">
          Check out
        </Button>
        <span className="col-span-2 grid">{followButton}</span>
      </div>
      <Suspense>
        {openings > 0 && <CallDialog key={openings} place={place} isOpen={isCalling} onClose={() => setCalling(false)} />}
      </Suspense>
    </>
  )
}
